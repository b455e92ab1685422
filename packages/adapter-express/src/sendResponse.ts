/** Sends a web response as the answer to an Express request. */
import type { ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"

/** Its length is known, so the whole body is in memory. */
const isWhole = ({ headers }: Response): boolean => headers.has("content-length")

// our choice: milliseconds in which a caller reads nothing of an answer that is sent while it is read. Hosts have no limit as a rule.
const silence = 60_000

/** Fails where the answer cannot be made, or the caller leaves. */
export const sendResponse = async (response: Response, target: ServerResponse): Promise<void> => {
  const { body, headers, status } = response
  const whole = body !== null && isWhole(response) ? new Uint8Array(await response.arrayBuffer()) : undefined
  if (target.destroyed) return
  target.statusCode = status
  // In place of the host's: its security headers would keep the page of the documentation from working.
  for (const [name, value] of headers) target.setHeader(name, value)
  if (body === null) target.end()
  else if (whole !== undefined) target.end(whole)
  else {
    target.setTimeout(silence, () => target.destroy())
    await pipeline(body, target)
  }
}
