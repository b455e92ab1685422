/**
 * Bodies as they came, from before a body parser made something else of them. A parser replaces bytes that are no UTF-8, and
 * only the bytes show that.
 */
import type { IncomingMessage } from "node:http"

const bytes = Symbol("@sellerkit/adapter-express/keepBody")

interface Keeping extends IncomingMessage {
  [bytes]?: Uint8Array
}

/** For `express.json({ verify: keepBody })`, and for the host's other body parsers before the API. */
export const keepBody = (request: IncomingMessage, _response: unknown, body: Uint8Array): void => {
  const keeping: Keeping = request
  keeping[bytes] = body
}

export const keptBody = (request: IncomingMessage): Uint8Array | undefined => (request as Keeping)[bytes]
