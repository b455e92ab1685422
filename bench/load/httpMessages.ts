/**
 * HTTP/1.1 messages out of the bytes of a connection: as little as receivers and load generators of a benchmark need, at
 * half of what `node:http` costs. Otherwise they, and not what is measured, would be the limit.
 */

export interface HttpMessage {
  /** The start line and the headers, without the empty line. */
  readonly head: string
  readonly body: Buffer
}

const headEnd = Buffer.from("\r\n\r\n")
const contentLength = /\r\ncontent-length: *(\d+)/i
const transferEncoding = /\r\ntransfer-encoding:/i

const lengthOf = (head: string): number => {
  if (transferEncoding.test(head)) throw new Error(`Only messages with a content-length are read:\n${head}`)
  return Number(contentLength.exec(head)?.[1] ?? 0)
}

/** The first message of the bytes and where it ends, or how many bytes it takes until there may be one. */
const firstMessage = (
  bytes: Buffer
): { readonly message: HttpMessage; readonly end: number } | { readonly wanted: number } => {
  const headLength = bytes.indexOf(headEnd)
  if (headLength < 0) return { wanted: bytes.length + 1 }
  const head = bytes.toString("latin1", 0, headLength)
  const start = headLength + headEnd.length
  const end = start + lengthOf(head)
  return end > bytes.length ? { wanted: end } : { message: { head, body: bytes.subarray(start, end) }, end }
}

/** Takes what arrives on one connection, in order, and gives each message when it is complete. */
export const makeMessageReader = (onMessage: (message: HttpMessage) => void): ((chunk: Buffer) => void) => {
  let chunks: Array<Buffer> = []
  let size = 0
  let wanted = 0
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < wanted) return
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    for (;;) {
      const found = firstMessage(bytes)
      if ("wanted" in found) {
        wanted = found.wanted
        break
      }
      bytes = bytes.subarray(found.end)
      onMessage(found.message)
    }
    chunks = [bytes]
    size = bytes.length
  }
}

/** The value of a header, whose name is given in lower case. */
export const headerOf = ({ head }: HttpMessage, name: string): string | undefined =>
  head
    .split("\r\n")
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()
