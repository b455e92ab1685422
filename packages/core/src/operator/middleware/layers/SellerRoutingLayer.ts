/** Where the data is that requests are about: here, or with each seller in a place of its own. */
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SellerId } from "../../../access/Account.ts"
import { problemBody } from "../../../http/operation/Problem.ts"
import { RequestContext } from "../../../http/request/RequestContext.ts"
import { type AnswerForSeller, forward } from "../../AnswerForSeller.ts"
import { dataOf } from "../../DataOf.ts"
import { SellerRouting } from "../SellerRouting.ts"

/** All data is here. */
export const hereLayer: Layer.Layer<SellerRouting> = Layer.succeed(SellerRouting, (httpEffect) => httpEffect)

const decodeSellerId = Schema.decodeUnknownOption(SellerId)
const decodeBody = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ sellerId: SellerId })))

type Named = Effect.Effect<
  Option.Option<SellerId>,
  never,
  HttpRouter.RouteContext | HttpServerRequest.HttpServerRequest
>

const inPath = Effect.map(HttpRouter.RouteContext, ({ params }) => decodeSellerId(params["sellerId"]))

const inBody = Effect.map(
  HttpServerRequest.HttpServerRequest.use(({ text }) => Effect.orDie(text)),
  (text) => Option.map(decodeBody(text), ({ sellerId }) => sellerId)
)

const notHere = RequestContext.use((request) =>
  Effect.succeed(
    HttpServerResponse.jsonUnsafe(
      problemBody(
        request,
        "Not available here",
        "Each seller's data is in a place of its own here, and this operation is about all of them"
      ),
      { status: 501 }
    )
  )
)

const forwardFor = (sellerId: SellerId, answer: AnswerForSeller) =>
  RequestContext.use(({ ip, requestId }) => forward(answer, { sellerId, ip, requestId }))

/** A request that does not name its seller correctly goes on, and the check of its input refuses it. */
export const bySellerLayer = (answer: AnswerForSeller): Layer.Layer<SellerRouting> =>
  Layer.succeed(SellerRouting, (httpEffect, { endpoint }) => {
    const whose = dataOf(endpoint)
    if (whose === "nobody") return httpEffect
    if (whose === "allSellers") return notHere
    const named: Named = whose === "sellerInPath" ? inPath : inBody
    return Effect.flatMap(named, (sellerId) =>
      Option.isSome(sellerId) ? forwardFor(sellerId.value, answer) : httpEffect
    )
  })
