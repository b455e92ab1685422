/**
 * The gateway in every Worker, before the objects of the sellers: it finds out who calls, and answers requests of unknown
 * callers.
 *
 * No two requests share anything that one of them waits for: a request that is cancelled would leave the other one waiting.
 */
import {
  type Caller,
  type HostCaller,
  hostCaller,
  hostCallersLayer,
  JwtTokens,
  noTokens,
  TokenRejected,
  Tokens
} from "@sellerkit/core"
import { WebApi } from "@sellerkit/core/http"
import type { AnswerForSeller } from "@sellerkit/core/operator"
import { type CheckedOptions, serviceLayer } from "@sellerkit/embed/portable"
import { Effect, Layer, ManagedRuntime, Option, Redacted } from "effect"
import { checkedWithoutData } from "./checkedWithoutData.ts"
import { askObject, objectOf } from "./objectOf.ts"
import { platformCompression } from "../platformCompression.ts"
import { platformTransport } from "../platformTransport.ts"
import { servedDocsPageLayer } from "../servedDocsPage.ts"
import type { AnyWorkerOptions } from "../WorkerOptions.ts"

export interface Gateway {
  /** Undefined: the caller is not known. */
  callerOf(request: Request): Promise<Caller | undefined>
  /** Answers requests of unknown callers. */
  answer(request: Request, ip: string | undefined): Promise<Response>
  /** Answers in place of what failed: 503 where a storage is away for now, otherwise 500. */
  answerFailure(request: Request, ip: string | undefined, cause: unknown): Promise<Response>
}

type Verify = Tokens["Service"]["verify"]

const verifyWith = ({ tokenKey }: CheckedOptions): Verify =>
  tokenKey === undefined ? noTokens.verify : JwtTokens.unsharedVerify(tokenKey)

/** Says why a token is refused. A token that has become valid meanwhile reaches its object with the next request. */
const refusingTokens = (verify: Verify): Layer.Layer<Tokens> =>
  Layer.succeed(
    Tokens,
    Tokens.of({
      verify: (credential) =>
        Effect.andThen(
          verify(credential),
          Effect.fail(new TokenRejected({ reason: "The token could not be checked a moment ago; try again" }))
        )
    })
  )

/** The object checks the operator key again: it is the one that reads the request. */
const forwarding =
  ({ sellers }: AnyWorkerOptions): AnswerForSeller =>
  (sellerId, request, incoming) =>
    askObject(objectOf(sellers, sellerId), request, incoming)

const platform = (options: AnyWorkerOptions, verify: Verify) => ({
  transport: platformTransport,
  tokens: hostCallersLayer(refusingTokens(verify)),
  background: Layer.empty,
  compression: platformCompression,
  docsPage: servedDocsPageLayer,
  answerForSeller: forwarding(options)
})

export const makeGateway = (options: AnyWorkerOptions): Gateway => {
  const given = checkedWithoutData(options)
  const verify = verifyWith(given)
  // Nothing is sealed or opened here.
  const runtime = ManagedRuntime.make(serviceLayer({ ...given, keys: [] }, platform(options, verify)))
  const { handler } = runtime.runSync(WebApi)

  const fromHost = async (request: Request): Promise<Caller | undefined> => {
    const host: HostCaller | undefined = await options.authenticate?.(request)
    return host === undefined ? undefined : Effect.runPromise(hostCaller(host))
  }
  const fromToken = (request: Request): Promise<Caller | undefined> =>
    Effect.runPromise(
      Effect.map(
        Effect.option(verify(Redacted.make(request.headers.get("authorization") ?? ""))),
        Option.getOrUndefined
      )
    )
  return {
    callerOf: async (request) => {
      // The operator is no seller, and is known by its key alone.
      if (options.operator?.isAsked(request) === true) return undefined
      return (await fromHost(request)) ?? fromToken(request)
    },
    answer: (request, ip) => handler(request, { ip }),
    answerFailure: (request, ip, cause) => handler(request, { ip, authenticate: () => Promise.reject(cause) })
  }
}
