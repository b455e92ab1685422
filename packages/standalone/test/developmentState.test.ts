/** The file that the development profile keeps: whole or not there, and its owner's alone. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Array, ConfigProvider, Effect, FileSystem, Layer, PlatformError } from "effect"
import { SecureRandom } from "effect/crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterEach, beforeEach } from "vitest"
import { ensureDevelopmentState } from "../src/settings/DevelopmentState.ts"

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
    const denied = PlatformError.systemError({ _tag: "PermissionDenied", module: "test", method: "link" })
    const unfinished: globalThis.Array<unknown> = []
    const link = (from: string) =>
      Effect.suspend(() => {
        assert.deepStrictEqual(kept(), [basename(from)])
        assert.strictEqual(statSync(from).mode & 0o777, 0o600)
        unfinished.push(JSON.parse(readFileSync(from, "utf8")))
        return Effect.fail(denied)
      })
    await Effect.runPromise(Effect.flip(ensure({ link })))
    assert.containsAllKeys(unfinished[0], ["operatorKey", "tokenSecret", "sellerId"])
    assert.deepStrictEqual(kept(), [], "nothing is left of it")
  })

  it("is the same for processes that start at the same time", async () => {
    const made = await Effect.runPromise(
      Effect.all(
        Array.makeBy(5, () => ensure()),
        { concurrency: "unbounded" }
      )
    )
    for (const one of made) assert.deepStrictEqual(one, made[0])
    assert.deepStrictEqual(kept(), ["development.json"])
  })
})
