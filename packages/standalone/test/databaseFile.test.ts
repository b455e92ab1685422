/** Whether a running service's database would keep what is written. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ByteSize, Cause, Effect, Layer, Option } from "effect"
import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach } from "vitest"
import type { Database } from "../src/storage/Database.ts"
import { DatabaseHealth } from "../src/storage/DatabaseHealth.ts"
import { FreeSpace } from "../src/storage/FreeSpace.ts"
import { storageLayer } from "../src/storage/storageLayer.ts"

describe("the file of the database", () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-file-"))
    file = join(folder, "sellerkit.db")
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** What is wrong with it before and after something happens while it is open. */
  const around = (happens: () => void, database: Database = { kind: "sqlite", file }) =>
    Effect.gen(function* () {
      const { problem } = yield* DatabaseHealth
      const before = yield* problem
      happens()
      return [Option.getOrUndefined(before), Option.getOrUndefined(yield* problem)]
    }).pipe(Effect.provide(Layer.provide(storageLayer(database), NodeServices.layer)), Effect.runPromise)

  it("is as it should be, however much is written", async () => {
    assert.deepStrictEqual(await around(() => writeFileSync(join(folder, "another"), "")), [undefined, undefined])
    assert.deepStrictEqual(await around(() => {}), [undefined, undefined], "opened anew")
  })

  it("is deleted, with its folder or alone", async () => {
    assert.deepStrictEqual(await around(() => unlinkSync(file)), [undefined, "replaced"])
    const inner = join(folder, "inner")
    const deleted = await around(() => rmSync(inner, { recursive: true }), {
      kind: "sqlite",
      file: join(inner, "sellerkit.db")
    })
    assert.deepStrictEqual(deleted, [undefined, "replaced"])
  })

  it("is replaced by a copy, as a restored backup is", async () => {
    const restore = () => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    }
    assert.deepStrictEqual(await around(restore), [undefined, "replaced"])
  })

  it("has another name, which leads to another file now", async () => {
    const name = join(folder, "current.db")
    const leadTo = (target: string) => {
      rmSync(name, { force: true })
      symlinkSync(target, name)
    }
    writeFileSync(file, "")
    leadTo(file)
    assert.deepStrictEqual(await around(() => leadTo(join(folder, "other.db")), { kind: "sqlite", file: name }), [
      undefined,
      "replaced"
    ])
  })

  it("is none where everything is in memory", async () => {
    for (const database of [{ kind: "memory" }, { kind: "sqlite", file: ":memory:" }] as const) {
      assert.deepStrictEqual(await around(() => {}, database), [undefined, undefined])
    }
  })

  it("cannot grow where there is no room, unless nobody knows how much there is", async () => {
    const withFree = (free: Effect.Effect<ByteSize.ByteSize, Cause.UnknownError>) =>
      Effect.flatMap(DatabaseHealth, ({ problem }) => problem).pipe(
        Effect.provide(Layer.provide(storageLayer({ kind: "sqlite", file }), NodeServices.layer)),
        Effect.provideService(FreeSpace, () => free),
        Effect.map(Option.getOrUndefined),
        Effect.runPromise
      )
    assert.strictEqual(await withFree(Effect.succeed(ByteSize.zero)), "diskFull")
    assert.strictEqual(await withFree(Effect.succeed(ByteSize.mebibytes(63))), "diskFull")
    assert.isUndefined(await withFree(Effect.succeed(ByteSize.mebibytes(64))))
    assert.isUndefined(await withFree(Effect.fail(new Cause.UnknownError("ENOSYS"))))
  })
})
