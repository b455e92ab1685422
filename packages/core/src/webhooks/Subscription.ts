/** A subscription: which events a webhook receives, as a pair of scope and event (Seller Webhooks Service, Subscription). */
import { Effect, Schema, SchemaGetter } from "effect"
import type { Category } from "../access/Category.ts"
import { Catalog, type EventCatalog } from "../catalog/Catalog.ts"

export const Subscription = Schema.Struct({ scope: Schema.String, event: Schema.String })
export type Subscription = typeof Subscription.Type

// Schema.isUnique compares by a hash that callers can make collide.
const isUnique = Schema.makeFilter(
  (subscriptions: ReadonlyArray<Subscription>) =>
    new Set(subscriptions.map(({ event, scope }) => JSON.stringify([scope, event]))).size === subscriptions.length ||
    "Expected an array with unique items",
  { toJsonSchema: () => ({ uniqueItems: true }) }
)

/** Elements are unique (Seller Webhooks Service, Limits). */
export const Subscriptions = Schema.Array(Subscription).check(isUnique)

/** A subscription as a caller gives it: the pair must exist in the installation's catalog. */
const ExistingSubscription = Subscription.pipe(
  Schema.decode({
    decode: SchemaGetter.checkEffect((subscription: Subscription) =>
      Effect.map(Catalog, (catalog) =>
        catalog.find(subscription.scope, subscription.event) === undefined
          ? "Expected a scope and event that exist; GET /api/v1/event-scopes lists them"
          : undefined
      )
    ),
    encode: SchemaGetter.passthrough()
  })
)

export const ExistingSubscriptions = Subscriptions.pipe(Schema.decodeTo(Schema.Array(ExistingSubscription)))

/** Subscriptions whose event category none of `granted` covers (Seller Webhooks Service, Authentication, rule 2). */
export const missingCategories = (
  catalog: EventCatalog,
  subscriptions: ReadonlyArray<Subscription>,
  granted: ReadonlyArray<Category>
): ReadonlyArray<{ readonly subscription: Subscription; readonly category: Category }> =>
  subscriptions.flatMap((subscription) => {
    const category = catalog.find(subscription.scope, subscription.event)?.scope.category
    return category === undefined || granted.includes(category) ? [] : [{ subscription, category }]
  })
