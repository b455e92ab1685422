/** Puts `X-Ratelimit-Remaining` on the answer, whether it becomes a success or an error. */
import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

export const setRemainingHeader = (remaining: number) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "x-ratelimit-remaining", String(remaining)))
  )
