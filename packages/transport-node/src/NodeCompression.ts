/** `Compression` by Node.js: gzip, br and zstd, outside of the thread that everything else runs in. */
import { Compression } from "@sellerkit/core/http"
import * as NodeHttpCompression from "@effect/platform-node-shared/NodeHttpCompression"
import * as NodeStream from "@effect/platform-node-shared/NodeStream"
import { Effect, Layer } from "effect"
import { HttpBody, type HttpPlatform, HttpServerResponse } from "effect/http"

/** Each chunk leaves when it has been compressed, and the next one is asked for when it has left. */
const streams: HttpPlatform.Compression = {
  algorithms: NodeHttpCompression.algorithms,
  compressResponse: (response, algorithm, options) => {
    const { body } = response
    if (body._tag !== "Stream") return Effect.succeed(response)
    const compressed = NodeStream.pipeThroughDuplex(body.stream, {
      evaluate: () => NodeHttpCompression.compressTransform(algorithm, options)
    })
    return Effect.succeed(HttpServerResponse.setBody(response, HttpBody.stream(compressed, body.contentType)))
  }
}

export const layer: Layer.Layer<never> = Layer.succeed(Compression, NodeHttpCompression.make(streams))
