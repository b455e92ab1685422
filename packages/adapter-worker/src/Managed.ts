/** What the operator has under a name of its own: groups of methods that are passed on to a seller's object, all alike. */
import type { EventScope } from "@sellerkit/core"
import type { SellerkitResends, SellerkitRetries, SellerkitWebhooks } from "@sellerkit/embed/portable"

export interface Managed {
  readonly resends: SellerkitResends
  readonly retries: SellerkitRetries
  /** Of any catalog: a seller's object checks what it is given. */
  readonly webhooks: SellerkitWebhooks<ReadonlyArray<EventScope>>
}

/** As whoever passes them on sees them. */
export type Methods = Readonly<Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>>

/** Every method, so that each is passed on. */
const all: { readonly [Group in keyof Managed]: Readonly<Record<keyof Managed[Group], true>> } = {
  resends: { ofPeriod: true, ofDelivery: true, get: true, cancel: true },
  retries: { now: true, schedule: true, setSchedule: true, removeSchedule: true },
  webhooks: {
    create: true,
    list: true,
    get: true,
    edit: true,
    remove: true,
    refreshSecret: true,
    sendTest: true,
    disableService: true,
    enableService: true
  }
}

export const managedMethods = (group: keyof Managed): ReadonlyArray<string> => Object.keys(all[group])
