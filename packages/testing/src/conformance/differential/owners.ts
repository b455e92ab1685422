/** Owners of what is stored: a seller and its services, its sandbox, another seller, and the host. */
import { operationsOwner, type Owner, type Viewer } from "@sellerkit/core"
import { account, owner } from "../../fixtures.ts"

export const owners = {
  seller: owner(),
  serviceA: owner("a"),
  serviceB: owner("b"),
  sandbox: owner("a", account(1, true)),
  otherSeller: owner(undefined, account(2)),
  /** Gets operational events. */
  host: operationsOwner
} as const satisfies Record<string, Owner>

export type OwnerName = keyof typeof owners

/** Who asks: the owner, unless somebody else is named. */
export const askerOf = (asking: OwnerName | null, known: { readonly owner: Owner }): Owner =>
  asking === null ? known.owner : owners[asking]

/** A service sees its own webhooks, and a seller those of its services as well. */
export const viewerOf = ({ serviceId, ...account }: Owner): Viewer =>
  serviceId === null ? account : { ...account, onlyService: serviceId }
