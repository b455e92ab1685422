/** Node.js as a platform: connections of its own, and a dispatcher that runs beside the host. */
import { OperationsWebhook } from "@sellerkit/core"
import { wholeDocsPageLayer } from "@sellerkit/core/http"
import { backgroundLayer } from "@sellerkit/core/service"
import { NodeCompression, NodeDispatcherName, NodeSigner, NodeTransport } from "@sellerkit/transport-node"
import { Layer } from "effect"
import { acceptedTokensLayer } from "./acceptedTokens.ts"
import type { CheckedOptions } from "./options/CheckedOptions.ts"
import type { Platform } from "./serviceLayer.ts"

const unattendedLayer = ({ dispatcher, operations }: CheckedOptions) =>
  dispatcher
    ? Layer.merge(
        Layer.provide(backgroundLayer, [NodeDispatcherName.layer, NodeSigner.layer]),
        OperationsWebhook.layer(operations)
      )
    : Layer.empty

export const nodePlatform = (given: CheckedOptions): Platform<never> => ({
  transport: NodeTransport.layer(),
  tokens: acceptedTokensLayer(given),
  background: unattendedLayer(given),
  compression: NodeCompression.layer,
  docsPage: wholeDocsPageLayer
})
