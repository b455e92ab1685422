/** What an operation has besides what it declares, where its answer is sent while it is read (`answerRows`). */
import { type Description, mapParts } from "./Description.ts"

const exampleTag = 'W/"019845e1-682f-7b02-a706-3b2422d13aec"'

const text = (description: string, example: string): Description => ({
  description,
  required: true,
  schema: { type: "string" },
  example
})

const ofRows: Description = {
  "cache-control": text("It may be kept by the caller alone, and has to be asked for each time.", "private, no-cache"),
  vary: text(
    "It is compressed by `gzip`, `br` or `zstd` where `accept-encoding` asks for that and the installation has it.",
    "accept-encoding"
  )
}

const etag = text(
  "Changes with the rows: for `if-none-match`. Absent where an installation does not know it.",
  exampleTag
)

const ofReading: Description = { etag: { ...etag, required: false }, ...ofRows }

const ifNoneMatch: Description = {
  name: "if-none-match",
  in: "header",
  description:
    "The `etag` of an answer that the caller still has, or several of them. While it is current, the answer is 304.",
  required: false,
  schema: { type: "string" },
  example: exampleTag
}

const notModified = {
  description: "The caller has the answer already: its `etag` is among those of `if-none-match`. There is no body."
}

/** The described operation, if it is one of them. Only reading has conditions. */
export const withStreamedRows = (operation: Description, method: string): Description => {
  if (operation["x-streams-rows"] !== true) return operation
  const isRead = method === "get"
  const { parameters, responses } = operation
  const added = isRead ? { "304": { ...notModified, headers: responses["200"].headers } } : {}
  return {
    ...operation,
    parameters: isRead ? [...parameters, ifNoneMatch] : parameters,
    responses: mapParts({ ...responses, ...added }, (response, status) =>
      status < "400" ? { ...response, headers: { ...response["headers"], ...(isRead ? ofReading : ofRows) } } : response
    )
  }
}
