/** The file that the development profile keeps: whole or not there, and its owner's alone. */
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, PlatformError } from "effect"
import { SecureRandom } from "effect/crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach } from "vitest"
import { ensureDevelopmentState } from "../src/DevelopmentState.ts"

describe("what the development profile makes up", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-development-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** `files` replaces some of what the file system does. */
  const ensure = (files: Partial<FileSystem.FileSystem> = {}) => {
    const env = { SELLERKIT_DATA: join(folder, "data") }
    const failing = Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (real) => ({ ...real, ...files }))
    )
    return ensureDevelopmentState.pipe(
      Effect.provide(failing),
      Effect.provide(Layer.mergeAll(NodeServices.layer, SecureRandom.layerWebCrypto)),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
    )
  }
  const kept = () => readdirSync(join(folder, "data"))

  it("is kept from one start to the next, for nobody but its owner", async () => {
    const made = await Effect.runPromise(ensure())
    assert.deepStrictEqual(await Effect.runPromise(ensure()), made)
    assert.deepStrictEqual(kept(), ["development.json"])
    assert.strictEqual(statSync(join(folder, "data", "development.json")).mode & 0o777, 0o600)
  })

  it("is not there under its name before all of it is written", async () => {
    const denied = PlatformError.systemError({ _tag: "PermissionDenied", module: "test", method: "rename" })
    await Effect.runPromise(Effect.flip(ensure({ rename: () => Effect.fail(denied) })))
    assert.deepStrictEqual(kept(), ["development.json.new"])
    const unfinished = join(folder, "data", "development.json.new")
    assert.containsAllKeys(JSON.parse(readFileSync(unfinished, "utf8")), ["operatorKey", "tokenSecret", "sellerId"])
    assert.strictEqual(statSync(unfinished).mode & 0o777, 0o600)
  })

  it("is made anew over what a start that was cut short has left", async () => {
    await Effect.runPromise(ensure())
    rmSync(join(folder, "data", "development.json"))
    writeFileSync(join(folder, "data", "development.json.new"), `{"operatorKey":"${"x".repeat(1000)}`, { mode: 0o600 })
    const made = await Effect.runPromise(ensure())
    assert.deepStrictEqual(kept(), ["development.json"])
    assert.deepStrictEqual(JSON.parse(readFileSync(join(folder, "data", "development.json"), "utf8")), made)
  })
})
