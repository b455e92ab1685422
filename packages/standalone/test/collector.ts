/** A collector of traces for tests: keeps what it is sent, in OTLP's JSON. */
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly status: { readonly code: number }
}

export interface Collector {
  readonly url: URL
  /** As they came. */
  readonly bodies: ReadonlyArray<string>
  readonly headers: ReadonlyArray<IncomingHttpHeaders>
  spans(name?: string): ReadonlyArray<CollectedSpan>
  stop(): void
}

export const attributeOf = ({ attributes }: CollectedSpan, key: string): unknown => {
  const found = attributes.find((attribute) => attribute.key === key)
  return found === undefined ? undefined : Object.values(found.value)[0]
}

export const startCollector = async (): Promise<Collector> => {
  const bodies: Array<string> = []
  const headers: Array<IncomingHttpHeaders> = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += String(chunk)
    if (request.url === "/v1/traces") bodies.push(body)
    headers.push(request.headers)
    response.end("{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const spansIn = (body: string): ReadonlyArray<CollectedSpan> =>
    JSON.parse(body).resourceSpans.flatMap((resource: any) => resource.scopeSpans.flatMap((scope: any) => scope.spans))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`),
    bodies,
    headers,
    spans: (name) => bodies.flatMap(spansIn).filter((span) => name === undefined || span.name === name),
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
