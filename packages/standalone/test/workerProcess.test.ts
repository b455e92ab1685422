/** A worker as the primary process has it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import cluster from "node:cluster"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { startedAs } from "../src/cli/process/cluster/WorkerProcess.ts"

describe("a worker", () => {
  it("that is told to stop before it has begun ends in order, and says nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-worker-"))
    const exec = join(folder, "worker.mjs")
    writeFileSync(exec, 'process.once("disconnect", () => process.exit(0)); setInterval(() => {}, 1000)')
    try {
      cluster.setupPrimary({ exec, silent: true })
      const worker = cluster.fork()
      const said = text(worker.process.stderr!)
      const started = startedAs(worker, 1, () => {})
      started.stop()
      const { isInOrder, reason } = await Effect.runPromise(started.ended)
      assert.deepStrictEqual([isInOrder, reason, await said], [true, "it ended with exit code 0", ""])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
