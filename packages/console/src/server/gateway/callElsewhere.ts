/** Calls the seller API where the data of each seller is in a place of its own. */
import { hostCaller, type HostCaller, Quotas } from "@sellerkit/core"
import { isBodyTooLarge, requestIdOf } from "@sellerkit/core/http"
import { type AnswerForSeller, forward } from "@sellerkit/core/operator"
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { makeRefuse } from "../refusals.ts"

/** The caller is verified, and goes with the current request. No more of its body is read than the seller API takes. */
export const makeCallElsewhere = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const refuse = yield* makeRefuse
  const { requestBody } = yield* Quotas

  return Effect.fnUntraced(function* (
    answer: AnswerForSeller,
    host: HostCaller,
    request: HttpServerRequest.HttpServerRequest
  ) {
    const caller = yield* hostCaller(host)
    const forwarded = forward(answer, {
      sellerId: caller.owner.sellerId,
      caller,
      ip: Option.getOrUndefined(request.remoteAddress),
      requestId: yield* requestIdOf(random, request)
    })
    return yield* forwarded.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, requestBody),
      Effect.catchDefect((defect) =>
        isBodyTooLarge(defect)
          ? refuse(request, 413, "The request body is larger than this service takes")
          : Effect.die(defect)
      )
    )
  })
})
