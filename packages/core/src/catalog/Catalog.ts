/** The event types an installation knows. A host replaces or extends it; the API lists it. */
import { Context } from "effect"
import type { EventScope, EventType } from "./EventType.ts"
import { publishedEventScopes } from "./PublishedEventTypes.ts"

export interface CatalogEntry {
  readonly scope: EventScope
  readonly eventType: EventType
}

export class EventCatalog<const Scopes extends ReadonlyArray<EventScope> = ReadonlyArray<EventScope>> {
  readonly scopes: Scopes
  private readonly entries = new Map<string, ReadonlyMap<string, CatalogEntry>>()

  /** Throws when two scopes, or two types of one scope, share a key: that is a mistake in the program. */
  constructor(scopes: Scopes) {
    this.scopes = scopes
    for (const scope of scopes) {
      if (this.entries.has(scope.key)) throw new Error(`The event catalog defines the scope ${scope.key} twice`)
      const types = new Map<string, CatalogEntry>()
      for (const eventType of scope.eventTypes) {
        if (types.has(eventType.key)) {
          throw new Error(`The event catalog defines ${scope.key}/${eventType.key} twice`)
        }
        types.set(eventType.key, { scope, eventType })
      }
      this.entries.set(scope.key, types)
    }
  }

  find(scope: string, type: string): CatalogEntry | undefined {
    return this.entries.get(scope)?.get(type)
  }

  /** A catalog with further scopes. */
  with<const More extends ReadonlyArray<EventScope>>(more: More): EventCatalog<readonly [...Scopes, ...More]> {
    return new EventCatalog([...this.scopes, ...more])
  }
}

export const publishedCatalog = new EventCatalog(publishedEventScopes)

/** Replace it with `Layer.succeed(Catalog, publishedCatalog.with([…]))`. */
export const Catalog = Context.Reference<EventCatalog>("@sellerkit/core/catalog/Catalog", {
  defaultValue: () => publishedCatalog
})
