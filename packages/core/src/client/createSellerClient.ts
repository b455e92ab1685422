/** The client as an object with promises, for programs that do not write Effect. */
import { Effect, Layer, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import type { HttpApi, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { SellerApi } from "../SellerApi.ts"
import { meant, type Plain, plain } from "../time/Plain.ts"
import { type ClientOptions, make, type SellerClient } from "./Client.ts"
import * as Paging from "./Paging.ts"

export interface SellerClientOptions extends Omit<ClientOptions, "token"> {
  readonly token: string
  /** Makes the requests: that of the platform, when absent. */
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
}

type Groups = typeof SellerApi extends HttpApi.HttpApi<infer _Id, infer All> ? All : never

type Request<Endpoint extends HttpApiEndpoint.ConstraintRequest> = HttpApiEndpoint.ClientRequest<
  Endpoint["~Params"],
  Endpoint["~Query"],
  Endpoint["~Payload"],
  Endpoint["~Headers"],
  "decoded-only",
  never
>

/** What is asked for: times are dates, and ids strings. */
type Asked<Given> = Given extends void ? Given : Plain<Omit<Given, "responseMode" | "sseOptions">>

type Method<Endpoint extends HttpApiEndpoint.ConstraintRequest> = (
  request: Asked<Request<Endpoint>>,
  options?: CallOptions
) => Promise<Plain<HttpApiClient.SuccessType<Endpoint["~Success"]>>>

type Operations<Group extends HttpApiGroup.Constraint> = Group["endpoints"] extends infer Endpoints extends Readonly<
  Record<string, HttpApiEndpoint.ConstraintRequest>
>
  ? { readonly [Name in keyof Endpoints]: Method<Endpoints[Name]> }
  : never

/** Every operation, by its group and its name. */
type AllOperations = {
  readonly [Group in Groups as HttpApiGroup.Identifier<Group>]: Operations<Group>
}

const streams = {
  currentStocks: Paging.currentStocks,
  deliveries: Paging.deliveries,
  events: Paging.events,
  history: Paging.history,
  incomes: Paging.incomes,
  mediaCampaigns: Paging.mediaCampaigns,
  orders: Paging.orders,
  realization: Paging.realization,
  sales: Paging.sales,
  stocks: Paging.stocks
}

type Streams = typeof streams

/** What may be left out with Effect may be left out here. */
type PageArguments<Given extends ReadonlyArray<unknown>> = Given extends readonly [unknown, infer Query]
  ? [query: Plain<Query>, options?: CallOptions]
  : [query?: Plain<NonNullable<Given[1]>>, options?: CallOptions]

type Pages = {
  readonly [Name in keyof Streams]: (
    ...given: PageArguments<Parameters<Streams[Name]>>
  ) => AsyncIterable<Plain<Stream.Success<ReturnType<Streams[Name]>>>>
}

/**
 * Methods reject with the error classes of the API, such as `NotFound`, `TooManyRequests` and `Refused`, with `HttpClientError` where
 * the service fails or cannot be reached, or with `SchemaError` where they are asked for what cannot be.
 */
export interface SellerPromises extends AllOperations {
  /** Records of all pages, which are fetched as they are read. */
  readonly pages: Pages
}

/** Runs to its end, or until the signal ends it. */
const run = async <A, E>(call: () => Effect.Effect<A, E>, { signal }: CallOptions): Promise<Plain<A>> => {
  signal?.throwIfAborted()
  try {
    const plainly = Effect.map(Effect.suspend(call), (answer) => plain(answer))
    return await Effect.runPromise(plainly, signal && { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

/** Fails with the reason of the signal, once there is one. */
const aborted = (signal: AbortSignal) =>
  Effect.callback<never, unknown>((resume) => {
    const fail = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) fail()
    signal.addEventListener("abort", fail, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", fail))
  })

const iterable = <A, E>(stream: Stream.Stream<A, E>, { signal }: CallOptions): AsyncIterable<Plain<A>> => {
  const plainly = Stream.map(stream, (record) => plain(record))
  return Stream.toAsyncIterable(signal === undefined ? plainly : Stream.interruptWhen(plainly, aborted(signal)))
}

type AnyMethod = (request: unknown) => Effect.Effect<unknown, unknown>
type AnyStream = (client: SellerClient, query: unknown) => Stream.Stream<unknown, unknown>

const withPromises =
  (method: AnyMethod) =>
  (request: unknown, options: CallOptions = {}) =>
    run(() => method(meant(request)), options)

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** Nothing is open until a call is made, and nothing has to be closed. */
export const createSellerClient = ({ fetch, token, ...options }: SellerClientOptions): SellerPromises => {
  const http = FetchHttpClient.layer.pipe(
    Layer.provide(fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, fetch))
  )
  const client = Effect.runSync(
    make({ ...options, token: Redacted.make(token, { label: "token" }) }).pipe(Effect.provide(http))
  )
  const operations = mapValues(client as unknown as Record<string, Record<string, AnyMethod>>, (group) =>
    mapValues(group, withPromises)
  )
  const pages = mapValues(
    streams as unknown as Record<string, AnyStream>,
    (stream) =>
      (query: unknown = {}, given: CallOptions = {}) =>
        iterable(
          Stream.suspend(() => stream(client, meant(query))),
          given
        )
  )
  // What the types say of each operation is what its method does with any of them.
  return { ...operations, pages } as unknown as SellerPromises
}
