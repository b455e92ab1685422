/** A misspelled variable is noticed, and nothing that somebody else has set. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { unknownVariables } from "../src/settings/unknownVariables.ts"

const folder = join(import.meta.dirname, "..", "src")
const list = join("settings", "unknownVariables.ts")

const namedIn = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    files.flatMap((file) => readFileSync(join(folder, file), "utf8").match(/\bSELLERKIT_[A-Z_]*[A-Z]\b/g) ?? [])
  )
]

/** All that the sources of commands name. */
const settings = namedIn(
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts") && file !== list)
)

const unknownOf = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(unknownVariables, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))

describe("variables that look like settings", () => {
  it.effect("are told, unless they are settings or Kubernetes sets them", () =>
    Effect.gen(function* () {
      const set = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, "1"]))
      assert.deepStrictEqual(yield* unknownOf(set(...settings, "HOST", "PATH", "SELLERKITTEN")), [])
      assert.deepStrictEqual(yield* unknownOf({}), [])
      assert.deepStrictEqual(
        yield* unknownOf(set("SELLERKIT_KEEP_EVENT", "SELLERKIT_KEEP", "SELLERKIT_DATABSE", "SELLERKIT")),
        ["SELLERKIT", "SELLERKIT_DATABSE", "SELLERKIT_KEEP", "SELLERKIT_KEEP_EVENT"]
      )
      const ofServices = ["SELLERKIT", "SELLERKIT_API"].flatMap((service) => [
        `${service}_SERVICE_HOST`,
        `${service}_SERVICE_PORT`,
        `${service}_SERVICE_PORT_HTTP`,
        `${service}_PORT`,
        `${service}_PORT_8080_TCP`,
        `${service}_PORT_8080_TCP_ADDR`,
        `${service}_PORT_99999999_TCP_PROTO`
      ])
      assert.deepStrictEqual(yield* unknownOf(set(...ofServices)), [])
    })
  )

  it("are known from a list that names what commands read, and nothing else", () => {
    assert.sameMembers([...namedIn([list])], [...settings])
  })
})
