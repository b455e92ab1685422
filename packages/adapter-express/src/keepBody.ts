/**
 * Bodies as they came, before a body parser changed them. A parser replaces bytes that are not UTF-8, and only the original bytes
 * show that.
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

/** The body is also found where the host keeps it in its own way. */
export const keptBody = ({ rawBody }: Keeping): Uint8Array | undefined =>
  rawBody instanceof Uint8Array ? rawBody : undefined
