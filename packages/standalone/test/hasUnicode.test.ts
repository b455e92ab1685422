/** Whether the terminal shows more than ASCII, by the locale. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { hasUnicode } from "../src/cli/output/hasUnicode.ts"

const told = (env: Record<string, string>): boolean =>
  Effect.runSync(Effect.provideService(hasUnicode, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

describe("a terminal", () => {
  it("shows Unicode where the first variable of its locale that is set says so", () => {
    assert.isTrue(told({ LANG: "en_GB.UTF-8" }))
    assert.isTrue(told({ LC_CTYPE: "C.utf8", LANG: "C" }))
    assert.isFalse(told({ LC_ALL: "POSIX", LC_CTYPE: "C.utf8", LANG: "en_GB.UTF-8" }))
    assert.isTrue(told({ LC_ALL: "", LANG: "ru_RU.UTF-8" }))
    assert.isFalse(told({ LANG: "ru_RU.KOI8-R" }))
  })

  it("shows what the platform does where there is no locale", () => {
    assert.strictEqual(told({}), process.platform === "win32")
  })
})
