/** Operations on sealed secrets. */
import { WebhookStore } from "@sellerkit/core"
import { Effect } from "effect"
import { sealedSecret } from "../../../fixtures.ts"
import type { OperationOf } from "../Operation.ts"
import type { Trial } from "../Trial.ts"
import { which } from "../World.ts"

export const readSecrets = ({ after, most }: OperationOf<"ReadSecrets">, { drivers, world }: Trial) => {
  const behind = after === null ? undefined : which(world.webhooks, after)?.id
  return drivers.ask(Effect.flatMap(WebhookStore, (store) => store.secrets(behind, most)))
}

export const replaceSecret = ({ asRead, webhook }: OperationOf<"ReplaceSecret">, { drivers, world }: Trial) => {
  const key = which(world.webhooks, webhook)
  if (key === undefined) return Effect.void
  const sealedAnew = sealedSecret(`sealed anew ${world.nextNumber()}`)
  return drivers.ask(
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const stored = (yield* store.secrets(undefined, 1000)).find((found) => found.key.id === key.id)
      const read = asRead && stored !== undefined ? stored : { key, secret: sealedSecret("what is no longer so") }
      return yield* store.replaceSecret(read, sealedAnew)
    })
  )
}
