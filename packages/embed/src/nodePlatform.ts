/** Node.js as a platform: connections of its own, and a dispatcher that runs beside the host. */
import { Background, OperationsWebhook } from "@sellerkit/core"
import { wholeDocsPageLayer } from "@sellerkit/core/http"
import { NodeTransport } from "@sellerkit/transport-node"
import { Layer } from "effect"
import { acceptedTokensLayer } from "./acceptedTokens.ts"
import type { CheckedOptions } from "./CheckedOptions.ts"
import type { Platform } from "./serviceLayer.ts"

const backgroundLayer = ({ dispatcher, operations }: CheckedOptions) =>
  dispatcher ? Layer.merge(Background.layer, OperationsWebhook.layer(operations)) : Layer.empty

export const nodePlatform = (given: CheckedOptions): Platform<never> => ({
  transport: NodeTransport.layer(),
  tokens: acceptedTokensLayer(given),
  background: backgroundLayer(given),
  docsPage: wholeDocsPageLayer
})
