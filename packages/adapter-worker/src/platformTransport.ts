/** The sender of a Worker. Its errors have no codes: all that the platform says is that a connection was lost. */
import { isLostConnection, TransportFailure } from "@sellerkit/core"
import { FetchTransport } from "@sellerkit/core/delivery"

const failureOf = (error: unknown): TransportFailure =>
  new TransportFailure({ kind: isLostConnection(error) ? "lost" : "other" })

export const platformTransport = FetchTransport.layerWith(failureOf)
