/**
 * A refusal that is one text. The body around the text differs from operation to operation (contract, Error bodies): an
 * operation declares its own.
 */
import { Schema, SchemaTransformation } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"

const Status = Schema.Literals([400, 404, 410, 422])
export type RefusedStatus = typeof Status.Type

export class Refused extends Schema.Error<Refused>("Refused")({ status: Status, text: Schema.String }) {
  readonly _tag = "Refused"

  override get message() {
    return this.text
  }
}

/** The statuses in words, where a body has them (contract, Keyword statistics). */
const words: Readonly<Record<RefusedStatus, string>> = {
  400: "bad request",
  404: "not found",
  410: "gone",
  422: "unprocessable entity"
}

interface Body<Encoded> {
  readonly schema: Schema.Codec<Encoded>
  readonly encode: (refused: Refused) => Encoded
  readonly textOf: (body: Encoded) => string
}

const refusedAs = <Encoded>({ encode, schema, textOf }: Body<Encoded>) => ({
  /** The refusal with this status, for an operation that declares it. */
  withStatus: (status: RefusedStatus) =>
    schema.pipe(
      Schema.decodeTo(
        Schema.toType(Refused).check(Schema.makeFilter((refused: Refused) => refused.status === status)),
        SchemaTransformation.transform({
          decode: (encoded: Encoded) => new Refused({ status, text: textOf(encoded) }),
          encode
        })
      ),
      HttpApiSchema.status(status)
    ),
  /** Where a request is refused before its operation is called. */
  answer: (refused: Refused) => HttpServerResponse.jsonUnsafe(encode(refused), { status: refused.status })
})

const text: Body<string> = { schema: Schema.String, encode: (refused) => refused.text, textOf: (encoded) => encoded }

/** The text alone, as a string of JSON. */
export const asJsonText = refusedAs(text)

// Readers take a text without a charset for Latin.
const contentType = "text/plain; charset=utf-8"

/** The text alone. */
export const asText: typeof asJsonText = {
  withStatus: (status) => asJsonText.withStatus(status).pipe(HttpApiSchema.asText({ contentType })),
  answer: (refused) => HttpServerResponse.text(refused.text, { status: refused.status, contentType })
}

/** `{error}`. */
export const asError = refusedAs({
  schema: Schema.Struct({ error: Schema.String }).annotate({ identifier: "ErrorText" }),
  encode: (refused) => ({ error: refused.text }),
  textOf: ({ error }) => error
})

/** `{message, type}`. */
export const asMessage = refusedAs({
  schema: Schema.Struct({ message: Schema.String, type: Schema.String }).annotate({ identifier: "ErrorMessage" }),
  encode: (refused) => ({ message: refused.text, type: words[refused.status] }),
  textOf: ({ message }) => message
})
