/** `@sellerkit/receiver/fetch`: a receiver as a function from a request to a response: Workers, Deno, Bun, Next.js. */
import type { Receiver } from "./Receiver.ts"
import { bodyAlreadyRead } from "./Refusal.ts"
import { readWebBody, receiveWeb, type WorkContext } from "./http/web.ts"

export type { WorkContext } from "./http/web.ts"

const remedy = "hand over a request that nobody has read, or read a request.clone() elsewhere"

export const toFetch =
  (receiver: Receiver) =>
  (request: Request, context?: WorkContext): Promise<Response> => {
    const readBody = async (largest: number) => {
      if (request.bodyUsed) throw bodyAlreadyRead(remedy)
      return readWebBody(request, largest)
    }
    return receiveWeb(receiver, request, readBody, context)
  }
