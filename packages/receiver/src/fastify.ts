/** `@sellerkit/receiver/fastify`: a receiver as a plugin of Fastify. */
import { type NodeStream, readNodeBody } from "./http/nodeBody.ts"
import type { Receiver } from "./Receiver.ts"

/** What is used of a request. */
interface FastifyRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly body: unknown
}

/** What is used of a reply. */
interface FastifyReply {
  code(status: number): FastifyReply
  type(contentType: string): FastifyReply
  send(text: string): FastifyReply
}

/** What is used of Fastify itself. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, body: unknown, done: (error: Error | null, body?: unknown) => void) => void
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

export interface FastifyOptions {
  /** Below the plugin's prefix. */
  readonly path?: string
}

/**
 * `app.register(toFastify(receiver), { path: "/notifications" })`. The plugin leaves the body alone until the sender is known;
 * parsers of the host stay what they are everywhere else.
 */
export const toFastify =
  (receiver: Receiver) =>
  async (app: FastifyInstance, { path = "/" }: FastifyOptions): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser("*", (_request, body, done) => done(null, body))
    app.post(path, async ({ body, headers, method }, reply) => {
      const answer = await receiver.receive({
        method,
        header: (name) => headers[name]?.toString(),
        readBody: async (largest) => (body === undefined ? new Uint8Array() : readNodeBody(body as NodeStream, largest))
      })
      return reply.code(answer.status).type("text/plain; charset=utf-8").send(answer.message)
    })
  }
