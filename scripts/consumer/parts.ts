/** What the programs share: a seller, storages, and a service over one of them. */
import { AddressPolicy, onBehalfOf, OwnRateBudgets, SecretVault, SellerId, type StoragePorts } from "@sellerkit/core"
import { servicesLayer } from "@sellerkit/core/service"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { NodeTransport } from "@sellerkit/transport-node"
import { Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { IpNetwork } from "effect/net"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"

export const account = { sellerId: SellerId.make("0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11"), sandbox: false }
export const actor = onBehalfOf({ ...account, serviceId: null }, "operator")

export const cardChanged = {
  scope: "content",
  type: "card_changed",
  payload: { nmID: 12345678, vendorCode: "A-1", updatedAt: "2026-01-01T00:00:00Z" }
}

export const storages: ReadonlyArray<Layer.Layer<StoragePorts, unknown>> = [
  MemoryStorage.layer,
  SqliteStorage.layer(":memory:"),
  // With a thread of its own.
  SqliteStorage.layer(join(mkdtempSync("database-"), "sellerkit.db"))
]

// The receiver is on this machine.
const transport = Layer.provide(
  NodeTransport.layer(),
  Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] })
)

export const serviceOver = (storage: Layer.Layer<StoragePorts, unknown>) =>
  servicesLayer.pipe(
    Layer.provideMerge(Layer.mergeAll(storage, transport, SecretVault.layer([]), OwnRateBudgets.layer)),
    Layer.provideMerge(Layer.provideMerge(Mac.layerWebCrypto, SecureRandom.layerWebCrypto))
  )
