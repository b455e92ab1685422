/** Answers without a body, where those of an operation may have one. */
import { Effect, SchemaAST } from "effect"
import { Headers, HttpClientResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

const mayBeEmpty = (endpoint: HttpApiEndpoint.Top): boolean =>
  [...endpoint.success].some(({ ast }) => SchemaAST.isVoid(ast))

/**
 * An answer without a body says that it is JSON (`RefusedInputLayer`). An operation that answers with JSON at other times would have
 * it decoded as that. Other operations keep their answers unread, so that large ones can be read as they arrive.
 */
export const withoutType = (endpoint: HttpApiEndpoint.Top, response: HttpClientResponse.HttpClientResponse) =>
  response.status === 200 && mayBeEmpty(endpoint)
    ? Effect.map(response.arrayBuffer, ({ byteLength }) =>
        byteLength > 0
          ? response
          : HttpClientResponse.fromWeb(
              response.request,
              new Response(null, { headers: Headers.remove(response.headers, "content-type") })
            )
      )
    : Effect.succeed(response)
