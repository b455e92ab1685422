/** Operations on jobs that send events again. */
import { type NewResend, type Resend, type ResendSelection, ResendStore, type StorageError } from "@sellerkit/core"
import { Effect, Option, Result } from "effect"
import { at } from "../../../fixtures.ts"
import { byId } from "../byId.ts"
import type { OperationOf } from "../Operation.ts"
import { askerOf } from "../owners.ts"
import type { Trial } from "../Trial.ts"
import { webhookKey } from "./webhookOperations.ts"
import { which, type World } from "../World.ts"

/** Of two jobs for one webhook, each would put back what the other has not, and the driver decides which is first. */
const isResentTo = (world: World, webhookId: string): boolean =>
  [...world.resends.values()].some((resend) => resend.webhookId === webhookId && resend.state === "running")

const learn = (world: World, resends: ReadonlyArray<Resend>): void => {
  for (const resend of resends) world.resends.set(resend.id, resend)
}

const selectionOf = (operation: OperationOf<"BeginResend">, world: World) => {
  const { asking, delivery, onlyFailed, sinceSecond, untilSecond } = operation
  const period: ResendSelection = {
    _tag: "Period",
    since: at(sinceSecond * 1000),
    until: at(untilSecond * 1000),
    onlyFailed
  }
  const ofPeriod = { webhook: webhookKey(world, operation.webhook, asking), selection: period }
  const known = delivery === null ? undefined : which(world.deliveries, delivery)
  if (known === undefined) return ofPeriod
  return { webhook: known.webhook, selection: { _tag: "Delivery", deliveryId: known.id } as const }
}

export const beginResend = Effect.fnUntraced(function* (
  operation: OperationOf<"BeginResend">,
  { drivers, world }: Trial
) {
  const { selection, webhook } = selectionOf(operation, world)
  if (webhook === undefined || isResentTo(world, webhook.id)) return
  const { id: webhookId, owner } = webhook
  const { eventsPerSecond } = operation
  const resend: NewResend = {
    id: world.nextResendId(),
    owner,
    webhookId,
    selection,
    eventsPerSecond,
    createdAt: at(world.now)
  }
  const entry = world.nextEntry(owner, { action: "resendEvents" })
  const begun = yield* drivers.ask(Effect.flatMap(ResendStore, (store) => store.insert(resend, entry)))
  if (Result.isSuccess(begun)) learn(world, [begun.success])
})

// More steps than any list of operations leads to.
const mostSteps = 1000

/** Steps until no job is due: the order of jobs that are due at the same time depends on the driver. */
const stepAll = Effect.fnUntraced(function* (
  most: number
): Effect.fn.Return<ReadonlyArray<Resend>, StorageError, ResendStore> {
  const store = yield* ResendStore
  const stepped: Array<Resend> = []
  while (stepped.length < mostSteps) {
    const resend = yield* store.step(most)
    if (Option.isNone(resend)) break
    stepped.push(resend.value)
  }
  return byId(stepped)
})

export const stepResends = Effect.fnUntraced(function* (
  { most }: OperationOf<"StepResends">,
  { drivers, world }: Trial
) {
  const stepped = yield* drivers.ask(stepAll(most))
  if (Result.isSuccess(stepped)) learn(world, stepped.success)
})

export const cancelResend = Effect.fnUntraced(function* (
  operation: OperationOf<"CancelResend">,
  { drivers, world }: Trial
) {
  const known = which([...world.resends.values()], operation.resend)
  if (known === undefined) return
  const account = askerOf(operation.asking, known)
  const entry = world.nextEntry(known.owner, { action: "cancelResend" })
  const cancelled = yield* drivers.ask(Effect.flatMap(ResendStore, (store) => store.cancel(account, known.id, entry)))
  if (Result.isSuccess(cancelled)) learn(world, Option.toArray(cancelled.success))
})

export const readResend = (operation: OperationOf<"ReadResend">, { drivers, world }: Trial) => {
  const known = which([...world.resends.values()], operation.resend)
  if (known === undefined) return Effect.void
  const account = askerOf(operation.asking, known)
  return drivers.ask(Effect.flatMap(ResendStore, (store) => store.get(account, known.id)))
}
