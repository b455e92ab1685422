/** Answers that are events, sent as they happen. `EventSource` cannot send the header that requests of the console have. */
import { readArriving, requestAnswer, type RequestOptions } from "./request.ts"

const dataIn = (event: string): string | undefined => {
  const lines = event.split("\n").filter((line) => line.startsWith("data: "))
  // A comment keeps the connection alive, and says nothing.
  return lines.length === 0 ? undefined : lines.map((line) => line.slice("data: ".length)).join("\n")
}

/** The data of events in a text that arrives in pieces. */
export const eventReader = (onData: (data: ReadonlyArray<string>) => void): ((more: string) => void) => {
  let text = ""
  return (more) => {
    const events = (text + more).split("\n\n")
    text = events.pop() ?? ""
    const data = events.map(dataIn).filter((one) => one !== undefined)
    if (data.length > 0) onData(data)
  }
}

/** Reads until the service ends the answer. */
export const readEvents = async (
  path: string,
  { headers, query, signal }: Pick<RequestOptions, "headers" | "query"> & { readonly signal: AbortSignal },
  onData: (data: ReadonlyArray<string>) => void
): Promise<void> => {
  const options = { query, headers: { ...headers, accept: "text/event-stream" }, signal }
  await readArriving(await requestAnswer("GET", path, options), eventReader(onData), signal)
}
