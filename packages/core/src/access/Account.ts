/** Whose data it is: a seller's live account or its sandbox, and who within the account owns a webhook. */
import { Schema } from "effect"
import { loggedAs, Uuid } from "./Uuid.ts"

export const SellerId = Uuid.pipe(Schema.brand("SellerId"), loggedAs("sellerId"))
export type SellerId = typeof SellerId.Type

/** Names an integrated service. Travels in paths and token claims, so it is kept to characters safe in both. */
export const ServiceId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9._-]{1,64}$/u, {
    message: "Expected 1 to 64 letters, digits, dots, dashes or underscores"
  })
).pipe(Schema.brand("ServiceId"))
export type ServiceId = typeof ServiceId.Type

/**
 * A seller's data. A Test-scope token sees the sandbox: the same seller, separate data
 * (Seller Statistics Reports, Authentication, rule 7).
 */
export const Account = Schema.Struct({ sellerId: SellerId, sandbox: Schema.Boolean })
export type Account = typeof Account.Type

/**
 * Who owns a webhook: an integrated service, or the seller itself (`serviceId` null, a Base token).
 * An owner sees and manages only what it created (Seller Webhooks Service, What the service does, rule 3).
 */
export const Owner = Schema.Struct({ ...Account.fields, serviceId: Schema.NullOr(ServiceId) })
export type Owner = typeof Owner.Type

/** Who looks at an account: somebody who sees the webhooks of all of its owners, or those of one integrated service alone. */
export interface Viewer extends Account {
  /** Not `serviceId`: an owner is no viewer. */
  readonly onlyService?: ServiceId | undefined
}

export const mayView = ({ onlyService }: Viewer, { serviceId }: Owner): boolean =>
  onlyService === undefined || serviceId === onlyService
