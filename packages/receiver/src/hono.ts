/** `@sellerkit/receiver/hono`: a receiver as a handler of Hono. */
import type { Receiver } from "./Receiver.ts"
import { bodyAlreadyRead } from "./Refusal.ts"
import { readWebBody, receiveWeb, type WorkContext } from "./http/web.ts"

/** What is used of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request; arrayBuffer(): Promise<ArrayBuffer> }
  /** Throws where the platform has none. */
  readonly executionCtx: WorkContext
}

const remedy = "read it with c.req.text() or c.req.json() instead of c.req.raw, so that Hono keeps it"

/** Hono keeps a body that it was asked to read, whatever it made of the text. */
const readBody = async ({ req }: HonoContext, largest: number): Promise<Uint8Array> => {
  if (!req.raw.bodyUsed) return readWebBody(req.raw, largest)
  const kept = await req.arrayBuffer().catch(() => {
    throw bodyAlreadyRead(remedy)
  })
  return new Uint8Array(kept)
}

const workContext = (context: HonoContext): WorkContext | undefined => {
  try {
    return context.executionCtx
  } catch {
    return undefined
  }
}

export const toHono =
  (receiver: Receiver) =>
  (context: HonoContext): Promise<Response> =>
    receiveWeb(receiver, context.req.raw, (largest) => readBody(context, largest), workContext(context))
