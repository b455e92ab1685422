/** Loads the key set that tokens are checked with. Its messages name no URL, because it may hold a credential. */
import { KeySetUnavailable } from "@sellerkit/core"
import { Effect } from "effect"
import { HttpClient, type HttpClientError } from "effect/http"

const explain = ({ response }: HttpClientError.HttpClientError): string => {
  if (response === undefined) return "The server of the key set could not be reached"
  return response.status === 200 ? "The answer is no JSON" : `The server of the key set answered ${response.status}`
}

export const loadKeySet = (client: HttpClient.HttpClient, url: URL): Effect.Effect<unknown, KeySetUnavailable> =>
  HttpClient.filterStatusOk(client)
    .get(url)
    .pipe(
      Effect.flatMap((response) => response.json),
      Effect.mapError((error) => new KeySetUnavailable({ cause: explain(error) }))
    )
