/** The data of a seller, and the check that a refused request changes none of it. */
import { assert } from "@effect/vitest"
import type { Caller } from "./Caller.ts"

/** The data of a seller as its own token shows it. */
export interface SellerData {
  readonly webhooks: ReadonlyArray<unknown>
  readonly events: ReadonlyArray<unknown>
  readonly history: ReadonlyArray<{ readonly id: string; readonly error?: string; readonly response: object }>
}

export const sellerDataOf = async (caller: Caller): Promise<SellerData> => {
  const list = async (path: string, name: string) => (await caller.get(path)).body[name]
  return {
    webhooks: await list("/api/v1/webhooks", "webhooks"),
    events: await list("/api/v1/events", "events"),
    history: await list("/api/v1/history?limit=1000", "history")
  }
}

/**
 * Whether the refusal is history: of an operation on webhooks, not of the request's form (docs/decisions/seller-api.md,
 * Change history).
 */
const mayBeRecorded = (status: number, body: any): boolean =>
  // Errors of other operations have another body.
  Array.isArray(body?.errors) &&
  ([403, 409].includes(status) ||
    (status === 404 && body.origin !== "seller") ||
    (status === 400 && body.errors.length === 0))

/** `status` and `body` are those of the answer that refuses. */
export const assertNothingStored = (before: SellerData, after: SellerData, status: number, body: any): void => {
  assert.deepStrictEqual({ ...after, history: [] }, { ...before, history: [] })
  const known = new Set(before.history.map(({ id }) => id))
  const added = after.history.filter(({ id }) => !known.has(id))
  assert.deepStrictEqual(
    after.history.filter(({ id }) => known.has(id)),
    before.history
  )
  assert.isAtMost(added.length, mayBeRecorded(status, body) ? 1 : 0)
  for (const { error, response } of added) {
    assert.isString(error)
    assert.deepStrictEqual(response, {})
  }
}
