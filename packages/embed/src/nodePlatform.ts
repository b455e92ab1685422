/** Node.js as a platform: connections of its own, and a dispatcher that runs beside the host. */
import { OperationsWebhook, Resends, Retention } from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { wholeDocsPageLayer } from "@sellerkit/core/http"
import { NodeTransport } from "@sellerkit/transport-node"
import { Layer } from "effect"
import { acceptedTokensLayer } from "./acceptedTokens.ts"
import type { CheckedOptions } from "./CheckedOptions.ts"

const backgroundLayer = ({ dispatcher, operations }: CheckedOptions) =>
  dispatcher
    ? Layer.mergeAll(Dispatcher.layer, OperationsWebhook.layer(operations), Resends.runner, Retention.layer)
    : Layer.empty

export const nodePlatform = (given: CheckedOptions) => ({
  transport: NodeTransport.layer(),
  tokens: acceptedTokensLayer(given),
  background: backgroundLayer(given),
  docsPage: wholeDocsPageLayer
})
