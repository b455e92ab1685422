/** Rows behind a web handler, without the rest of an API. */
import { Effect, identity, Logger, Stream } from "effect"
import { HttpRouter } from "effect/http"
import type { RawText, Utf8Text } from "../../../src/storage/RawText.ts"
import { RequestContext } from "../../../src/http/request/RequestContext.ts"
import { answerRows, type StreamedRowsOptions } from "../../../src/http/streaming/answerRows.ts"
import { Compression } from "../../../src/http/streaming/Compression.ts"

const context = { requestId: "request-1", origin: "reports.rows", ip: undefined, ids: new Map(), answerHeaders: {} }

/** Bytes as they are. */
export class Utf8Bytes implements Utf8Text {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get length(): number {
    return this.bytes.length
  }

  byteAt(place: number): number {
    return this.bytes[place]!
  }

  from(place: number): Utf8Bytes {
    return new Utf8Bytes(this.bytes.subarray(place))
  }

  copyInto(target: Uint8Array, at: number): number {
    const copied = Math.min(this.length, target.length - at)
    target.set(this.bytes.subarray(0, copied), at)
    return copied
  }

  toString(): string {
    return new TextDecoder().decode(this.bytes)
  }
}

export const inUtf8 = (text: string): Utf8Bytes => new Utf8Bytes(new TextEncoder().encode(text))

export interface Served extends StreamedRowsOptions {
  readonly rows: Stream.Stream<RawText, unknown>
  /** `seven`, when absent. */
  readonly validator?: string | undefined
  readonly compression?: typeof Compression.Service
}

/** Failures before the first chunk are answered with 500. */
export const serveRows = (
  { compression, ...served }: Served,
  request: Request,
  log: (line: string) => void = () => {}
): Promise<Response> => {
  const logger = Logger.make(({ logLevel, message }) => log(`${logLevel} ${String(message)}`))
  const answer = Effect.orDie(answerRows({ validator: "seven", ...served }, served)).pipe(
    Effect.provideService(RequestContext, context),
    Effect.provideService(Logger.CurrentLoggers, new Set([logger])),
    compression === undefined ? identity : Effect.provideService(Compression, compression)
  )
  const routes = HttpRouter.add("*", "/rows", answer)
  return HttpRouter.toWebHandler(routes, { disableLogger: true }).handler(request)
}

/** `{"row":0,"text":"……"}` and so on, of so many bytes each at least. */
export const rowText = (row: number, bytes = 0): string => JSON.stringify({ row, text: "z".repeat(bytes) })

/** In parts, as they are read from storages. */
export const rowsInParts = (rows: number, part = 1000, bytes = 0): Stream.Stream<string> =>
  Stream.range(0, rows - 1).pipe(
    Stream.map((row) => rowText(row, bytes)),
    Stream.rechunk(part)
  )
