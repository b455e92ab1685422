/**
 * Bodies as they came, from before a body parser made something else of them. A parser replaces bytes that are no UTF-8, and
 * only the bytes show that.
 *
 * They are kept in `rawBody`, where others look for them as well: receivers that check a signature, such as
 * `@sellerkit/receiver/express`.
 */
import type { IncomingMessage } from "node:http"

interface Keeping extends IncomingMessage {
  rawBody?: unknown
}

/** For `express.json({ verify: keepBody })`, and for the host's other body parsers before the API. */
export const keepBody = (request: IncomingMessage, _response: unknown, body: Uint8Array): void => {
  const keeping: Keeping = request
  keeping.rawBody = body
}

/** Also where the host keeps them in its own way. */
export const keptBody = ({ rawBody }: Keeping): Uint8Array | undefined =>
  rawBody instanceof Uint8Array ? rawBody : undefined
