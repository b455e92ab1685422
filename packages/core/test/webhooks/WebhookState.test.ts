/** Every status with every action (Seller Webhooks Service, States and transitions). */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  transition,
  TransitionRefused,
  transitions,
  WebhookAction,
  WebhookStatus
} from "../../src/webhooks/WebhookState.ts"

// Written from the document's table, one line per status and action: what becomes of the webhook, or "refused".
const expected = [
  // An owner's edit: `enabled` true or false, whatever disabled the webhook before.
  ["enabled", "enable", "refused"],
  ["disabled", "enable", "enabled"],
  ["serviceDisabled", "enable", "enabled"],
  ["unreachable", "enable", "enabled"],
  ["gone", "enable", "enabled"],
  ["enabled", "disable", "disabled"],
  ["disabled", "disable", "refused"],
  ["serviceDisabled", "disable", "disabled"],
  ["unreachable", "disable", "disabled"],
  ["gone", "disable", "disabled"],
  // The seller disables the integrated service: only what received events stops, and only that comes back.
  ["enabled", "disableService", "serviceDisabled"],
  ["disabled", "disableService", "refused"],
  ["serviceDisabled", "disableService", "refused"],
  ["unreachable", "disableService", "refused"],
  ["gone", "disableService", "refused"],
  ["enabled", "enableService", "refused"],
  ["disabled", "enableService", "refused"],
  ["serviceDisabled", "enableService", "enabled"],
  ["unreachable", "enableService", "refused"],
  ["gone", "enableService", "refused"],
  // The URL accepts nothing for a long time.
  ["enabled", "disableUnreachable", "unreachable"],
  ["disabled", "disableUnreachable", "refused"],
  ["serviceDisabled", "disableUnreachable", "refused"],
  ["unreachable", "disableUnreachable", "refused"],
  ["gone", "disableUnreachable", "refused"],
  // The receiver answers 410 Gone.
  ["enabled", "disableGone", "gone"],
  ["disabled", "disableGone", "refused"],
  ["serviceDisabled", "disableGone", "refused"],
  ["unreachable", "disableGone", "refused"],
  ["gone", "disableGone", "refused"]
] as const

describe("WebhookState", () => {
  it.each(expected)("takes a webhook that is %s through the action %s: %s", (status, action, next) => {
    const result = transition(status, action)
    assert.strictEqual(
      Result.getOrElse(result, () => "refused"),
      next
    )
  })

  it("has an expectation for every status with every action", () => {
    const pairs = WebhookStatus.literals.flatMap((status) =>
      WebhookAction.literals.map((action) => `${status} ${action}`)
    )
    assert.sameMembers(
      expected.map(([status, action]) => `${status} ${action}`),
      pairs
    )
  })

  it("names the status and the action that do not go together", () => {
    const refused = Result.getOrThrow(Result.flip(transition("unreachable", "enableService")))
    assert.instanceOf(refused, TransitionRefused)
    assert.strictEqual(refused.message, "A webhook that is unreachable does not take the action enableService")
  })

  it("has no action that leaves a webhook as it is", () => {
    for (const { from, to } of Object.values(transitions)) {
      const before: ReadonlyArray<WebhookStatus> = from
      assert.notInclude(before, to)
    }
  })
})
