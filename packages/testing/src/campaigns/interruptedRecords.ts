/** Records over a storage where something happens right before a read, when a test says so. */
import { RecordStore, type StoragePorts } from "@sellerkit/core"
import { Context, Effect, Layer } from "effect"

type Read = ReadonlyArray<{ readonly collection: string }>

export class InterruptedRecords {
  private next: { readonly collection: string; readonly happens: Effect.Effect<unknown> } | undefined

  /** Once, before the next read of the collection that does not write. */
  before(collection: string, happens: Effect.Effect<unknown>): void {
    this.next = { collection, happens }
  }

  over<E>(storage: Layer.Layer<StoragePorts, E>): Layer.Layer<StoragePorts, E> {
    return Layer.effectContext(
      Effect.map(Layer.build(storage), (context) => {
        const store = Context.get(context, RecordStore)
        return Context.add(context, RecordStore, {
          ...store,
          find: (account, lookups) => Effect.andThen(this.reading(lookups), store.find(account, lookups)),
          parts: (account, parts) => Effect.andThen(this.reading(parts), store.parts(account, parts))
        })
      })
    )
  }

  private reading(read: Read): Effect.Effect<unknown> {
    return Effect.suspend(() => {
      const { next } = this
      if (next === undefined || !read.some(({ collection }) => collection === next.collection)) return Effect.void
      this.next = undefined
      return next.happens
    })
  }
}
