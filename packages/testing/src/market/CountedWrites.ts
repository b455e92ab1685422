/** Records over a storage that counts what is written of them. */
import { RecordStore, type StoragePorts } from "@sellerkit/core"
import { Context, Effect, Layer, Result } from "effect"

export class CountedWrites {
  /** Those that changed something. */
  writes = 0
  puts = 0

  over<E>(storage: Layer.Layer<StoragePorts, E>): Layer.Layer<StoragePorts, E> {
    return Layer.effectContext(
      Effect.map(Layer.build(storage), (context) =>
        Context.add(context, RecordStore, this.counted(Context.get(context, RecordStore)))
      )
    )
  }

  private counted(store: RecordStore["Service"]): RecordStore["Service"] {
    return {
      ...store,
      transact: (account, lookups, decide) =>
        Effect.suspend(() => {
          let puts = 0
          const written = store.transact(account, lookups, (found) =>
            Result.map(decide(found), (decision) => {
              puts = decision.changes.puts.length
              return decision
            })
          )
          return Effect.tap(written, () =>
            Effect.sync(() => {
              this.puts += puts
              if (puts > 0) this.writes += 1
            })
          )
        })
    }
  }
}
