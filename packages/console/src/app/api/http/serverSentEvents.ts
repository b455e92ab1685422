/** Answers that are events, sent as they happen. `EventSource` cannot send the header that requests of the console have. */
import { eventReader } from "../eventReader.ts"
import { readArriving, requestAnswer, type RequestOptions } from "./request.ts"

/** Reads until the service ends the answer. */
export const readEvents = async (
  path: string,
  { headers, query, signal }: Pick<RequestOptions, "headers" | "query"> & { readonly signal: AbortSignal },
  onData: (data: ReadonlyArray<string>) => void
): Promise<void> => {
  const options = { query, headers: { ...headers, accept: "text/event-stream" }, signal }
  await readArriving(await requestAnswer("GET", path, options), eventReader(onData), signal)
}
