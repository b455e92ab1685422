/** A typed client of the seller API, derived from the declarations that the server runs. */
import { Effect } from "effect"
import { HttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { SellerApi } from "../SellerApi.ts"
import { layer as policy, type PolicyOptions, urlsOf } from "./policy.ts"
import { wholeCalls } from "./wholeCalls.ts"

export interface ClientOptions extends PolicyOptions {}

/** The change log asks for no token, and has no budget to keep to. */
const makeChangeLog = ({ baseUrl }: ClientOptions) =>
  Effect.flatMap(HttpClient.HttpClient, (httpClient) =>
    HttpApiClient.group(SellerApi, { group: "changeLog", baseUrl: urlsOf(baseUrl)("changeLog.list"), httpClient })
  )

/**
 * Failures are the error classes of the API: `NotFound`, `TooManyRequests`, `Refused` and so on. A call waits for its rate budget, and
 * is repeated after a failure of the service where that is safe (`patience`, `isRepeatable`).
 */
export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const client = yield* Effect.provide(HttpApiClient.make(SellerApi), policy(options))
  return wholeCalls({ ...client, changeLog: yield* makeChangeLog(options) }, options)
})

export type SellerClient = Effect.Success<ReturnType<typeof make>>
