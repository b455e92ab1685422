/** A storage that knows whether it is at rest: a database elsewhere takes its time, whatever the simulated clock says. */
import { type StoragePorts, storagePorts } from "@sellerkit/core"
import { Context, Effect, Latch } from "effect"

/** Calls that last for as long as nothing happens. */
const waits: ReadonlySet<string> = new Set(["awaitWork"])

type Call = Effect.Effect<unknown, unknown>
type Method = (...args: ReadonlyArray<never>) => Call

const ports: ReadonlyArray<Context.Key<StoragePorts, object>> = storagePorts

export const countedCalls = (storage: Context.Context<StoragePorts>) => {
  let calls = 0
  const idle = Latch.makeUnsafe(true)

  const counted = (call: Call): Call =>
    Effect.suspend(() => {
      calls += 1
      idle.closeUnsafe()
      return Effect.ensuring(
        call,
        Effect.sync(() => {
          calls -= 1
          if (calls === 0) idle.openUnsafe()
        })
      )
    })

  const ofPort = (port: object): object =>
    Object.fromEntries(
      Object.entries(port as Readonly<Record<string, Call | Method>>).map(([name, member]) => {
        if (waits.has(name)) return [name, member]
        if (Effect.isEffect(member)) return [name, counted(member)]
        return [name, (...args: ReadonlyArray<never>) => counted(member(...args))]
      })
    )

  return {
    storage: ports.reduce(
      (context, port) => Context.add(context, port, ofPort(Context.get(storage, port))),
      storage as Context.Context<StoragePorts>
    ),
    /** Completes when no call is under way. */
    idle: Effect.asVoid(idle.await),
    isIdle: () => calls === 0
  }
}
