import { assert, describe, it } from "@effect/vitest"
import { Cause, Exit } from "effect"
import { afterEach, vi } from "vitest"
import type { Ending } from "../src/cli/Ending.ts"
import { teardownOf } from "../src/cli/teardown.ts"

describe("the exit code", () => {
  afterEach(() => vi.restoreAllMocks())

  const ending = (exit: Exit.Exit<unknown, unknown>, of: Ending = "stopped") => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    let code: number | undefined
    teardownOf({ ending: of })(exit, (given) => {
      code = given
    })
    return { code, said: said.mock.calls.join("\n") }
  }
  const interrupt = Cause.interrupt(1)

  it("is 0 for being told to stop and having stopped in order", () => {
    assert.deepStrictEqual(ending(Exit.void), { code: 0, said: "" })
    assert.deepStrictEqual(ending(Exit.failCause(interrupt)), { code: 0, said: "" })
    assert.deepStrictEqual(ending(Exit.failCause(interrupt), "unread"), { code: 0, said: "" })
  })

  it("is 130 where that came before what the command was to do was done", () => {
    assert.deepStrictEqual(ending(Exit.failCause(interrupt), "unfinished"), { code: 130, said: "" })
    assert.deepStrictEqual(ending(Exit.void, "unfinished"), { code: 0, said: "" })
  })

  it("is 1, with a word, when stopping failed", () => {
    const { code, said } = ending(
      Exit.failCause(Cause.combine(interrupt, Cause.die(new Error("the database cannot be closed"))))
    )
    assert.strictEqual(code, 1)
    assert.match(said, /^Stopping failed: .*the database cannot be closed/s)
  })

  it("is 1 for a failure, which has been told before", () => {
    assert.deepStrictEqual(ending(Exit.fail(new Error("no"))), { code: 1, said: "" })
  })
})
