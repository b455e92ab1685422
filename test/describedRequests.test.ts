/** Both OpenAPI documents, held against services that run. */
import { assert, describe, it } from "@effect/vitest"
import {
  CurrentIntervals,
  Limits,
  makeSecretKey,
  publishedIntervals,
  SecretKeyId,
  secretKeyLength
} from "@sellerkit/core"
import { defaultLimits } from "@sellerkit/core/service"
import { assertPlainPage, type DescribedTarget, describedRequestsSuite } from "@sellerkit/testing"
import { Duration, Effect, Layer, Record } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { program } from "./fixtures/program.ts"
import { root } from "./fixtures/snippets.ts"
import { startProcess } from "./fixtures/runningProcess.ts"
import { ownPostgres, runningService, sqliteInMemory, startStandalone } from "./standaloneService.ts"

/** Small enough to be spent soon, large enough for what a client sends, and refilled more slowly than any machine sends. */
const smallBudgets = Layer.succeed(
  Limits,
  Record.map(defaultLimits, () => ({ permits: 45, window: "1 day" as const }))
)

/** What takes effect on a clock does not, and what has taken effect is seen at once. */
const standingClock = Layer.succeed(CurrentIntervals, {
  ...Record.map(publishedIntervals, () => Duration.weeks(520)),
  synchronisation: Duration.millis(1)
})

const secretKey = Effect.runSync(makeSecretKey(SecretKeyId.make("test"), new Uint8Array(secretKeyLength).fill(7)))

const elsewhere: NonNullable<DescribedTarget["apis"]["operator"]>["elsewhere"] = {
  // The service makes tokens.
  "tokens.create 409": {
    file: "packages/standalone/test/operatorTokens.test.ts",
    test: "answers 409 to a request for one"
  },
  // It has a key.
  "secrets.reencrypt 409": {
    file: "packages/standalone/test/secrets.test.ts",
    test: "are not encrypted by a service that has no key, which says so"
  },
  // Keys are in headers, which are not tried.
  "reports.record 409": {
    file: "packages/testing/src/reports/reportSuite.ts",
    test: "store good lines, name the others, and answer a chunk that comes again as it was"
  }
}

const ofRows = {
  file: "test/streaming/mountings.test.ts",
  test: "are not sent to a caller who has them"
}

const ofSellers: typeof elsewhere = {
  // Conditions are in headers, which are not tried.
  "reports.incomes 304": ofRows,
  "reports.stocks 304": ofRows,
  "reports.orders 304": ofRows,
  "reports.sales 304": ofRows,
  "reports.realization 304": ofRows,
  // The caller has no rows.
  "reports.realization 200": {
    file: "packages/testing/src/reports/reportSuite.ts",
    test: "page the realization detail by its rows until 204, weekly or daily, in both versions"
  },
  "reports.detailed 200": {
    file: "packages/testing/src/reports/reportSuite.ts",
    test: "page the realization detail by its rows until 204, weekly or daily, in both versions"
  }
}

/** Few trials do not reach it: the caller has some. */
const unreached: typeof elsewhere = {
  "media.list 204": {
    file: "packages/testing/src/campaigns/media/mediaScenarios.ts",
    test: "are listed page by page, counted and found; 204 where there are none"
  }
}

const standalone = (
  name: string,
  database: typeof sqliteInMemory,
  trials: number,
  further: typeof elsewhere = {}
): DescribedTarget => ({
  name: `standalone over ${name}`,
  trials,
  apis: {
    seller: { path: "/openapi.json", elsewhere: { ...ofSellers, ...further } },
    operator: { path: "/operator/v1/openapi.json", elsewhere }
  },
  start: () => startStandalone(database, { secretKeys: [secretKey] }, Layer.merge(smallBudgets, standingClock))
})

/** For the operations that it alone has. */
const sandbox: DescribedTarget = {
  name: "sandbox",
  trials: 0.8,
  apis: { operator: { path: "/operator/v1/openapi.json", only: /^clock\./, elsewhere: {} } },
  start: async () => {
    const running = startProcess([program, "sandbox", "--json", "--seed", "1"], {
      cwd: root,
      env: { ...process.env, PORT: "0" }
    })
    const { api, operatorKey } = JSON.parse(await running.next((line) => line.startsWith("{")))
    return runningService(api, operatorKey, () => running.stop())
  }
}

describedRequestsSuite(standalone("SQLite", sqliteInMemory, 1))
// What is wrong with a request shows before the storage is asked.
describedRequestsSuite(standalone("PostgreSQL", ownPostgres, 1 / 3, unreached))
describedRequestsSuite(sandbox)

describe("a status that is shown elsewhere", () => {
  it.each(Object.entries({ ...elsewhere, ...ofSellers, ...unreached }))("is: %s", (_name, { file, test }) => {
    assert.include(readFileSync(join(root, file), "utf8"), `"${test}"`)
  })
})

describe("the page of the operator interface", () => {
  it("shows its document, and nothing of those who made the viewer", async () => {
    const service = await startStandalone(sqliteInMemory)
    try {
      const document = await (await service.fetch("/operator/v1/openapi.json")).json()
      const page = await (await service.fetch("/operator/docs")).text()
      assert.deepStrictEqual(assertPlainPage(page)["content"], document)
    } finally {
      await service.stop()
    }
  })
})
