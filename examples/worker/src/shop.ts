/**
 * What the shop's other systems call: `POST /shop/tokens`, `/shop/events` and `/shop/queue`. Those that are Workers need none of it:
 * they bind `OperatorEntrypoint`, or the queue.
 */
import type { Environment } from "./Environment.ts"
import { sellerkit } from "./sellerkit.ts"

const digestOf = async (text: string): Promise<string> =>
  String(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))))

/** Digests are compared: how long that takes says nothing about the key. */
const isShop = async (request: Request, { SHOP_KEY }: Environment): Promise<boolean> =>
  (await digestOf(request.headers.get("authorization") ?? "")) === (await digestOf(`Bearer ${SHOP_KEY}`))

type Route = (body: any, env: Environment) => Promise<Response>

const routes: Readonly<Record<string, Route>> = {
  "/shop/tokens": async ({ sellerId }, env) => Response.json(await sellerkit.operator(env).issueToken({ sellerId })),

  /** Answered once the events are on disk; they are being delivered then. */
  "/shop/events": async ({ events, sellerId }, env) =>
    Response.json(await sellerkit.operator(env).publish({ sellerId }, events)),

  /** Answered once the queue has them, whatever becomes of the service meanwhile. */
  "/shop/queue": async ({ events, sellerId }, env) => {
    await env.EVENTS.send({ sellerId, events })
    return new Response(null, { status: 202 })
  }
}

/** What is wrong with what was sent. Errors have come from an object: they are known by their tags. */
const refusals = new Set(["EventsRejected", "IdempotencyConflict", "InputInvalid"])

const answer = async (route: Route, request: Request, env: Environment): Promise<Response> => {
  try {
    return await route(await request.json(), env)
  } catch (error: any) {
    if (error instanceof SyntaxError) return Response.json({ problem: "The body is no JSON" }, { status: 400 })
    if (!refusals.has(error._tag)) throw error
    return Response.json({ problem: error.message }, { status: 400 })
  }
}

/** Undefined: the request is not for the shop. */
export const shop = async (request: Request, env: Environment): Promise<Response | undefined> => {
  const route = request.method === "POST" ? routes[new URL(request.url).pathname] : undefined
  if (route === undefined) return undefined
  return (await isShop(request, env)) ? answer(route, request, env) : new Response(null, { status: 401 })
}
