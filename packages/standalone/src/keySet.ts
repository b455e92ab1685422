/** Loads the key set that tokens are checked with. Its messages name no URL, because it may hold a credential. */
import { KeySetUnavailable } from "@sellerkit/core"
import { type Cause, Effect } from "effect"
import { HttpClient, HttpClientError } from "effect/http"

const explain = (error: HttpClientError.HttpClientError | Cause.TimeoutError): string => {
  if (!HttpClientError.isHttpClientError(error)) return "No answer within 10 seconds"
  const { response } = error
  if (response === undefined) return "The server of the key set could not be reached"
  return response.status === 200 ? "The answer is no JSON" : `The server of the key set answered ${response.status}`
}

export const loadKeySet = (client: HttpClient.HttpClient, url: URL): Effect.Effect<unknown, KeySetUnavailable> =>
  HttpClient.filterStatusOk(client)
    .get(url)
    .pipe(
      Effect.flatMap((response) => response.json),
      Effect.timeout("10 seconds"),
      Effect.mapError((error) => new KeySetUnavailable({ cause: explain(error) }))
    )
