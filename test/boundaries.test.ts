/** The sources keep to the rules of direction, and each rule can tell when they do not. */
import { assert, describe, it } from "vitest"
import { moduleOf, readEntryPoints, readModules } from "./boundaries/modules.ts"
import { rulesFor } from "./boundaries/rules.ts"

const rules = rulesFor(readEntryPoints())

/** For each rule, in their order: sources that break it, by path, and what it says about them. */
const broken: ReadonlyArray<{
  readonly sources: Readonly<Record<string, string>>
  readonly says: ReadonlyArray<string>
}> = [
  {
    sources: {
      "packages/core/src/events/Events.ts": `import { HttpClient } from "effect/http"`,
      "packages/core/src/events/EventIntake.ts": `import { RateLimiter } from "effect/persistence"`,
      "packages/core/src/events/http/EventsApi.ts": `import { HttpApiGroup } from "effect/http-api"`,
      "packages/core/src/http/Routes.ts": `import { createServer } from "node:http"`,
      "packages/core/src/storage/Rows.ts": `import { SqlClient } from "effect/sql"`,
      "packages/core/src/access/tokens/Tokens.ts": `import type { JWTPayload } from "jose"`,
      "packages/core/src/access/tokens/JwtTokens.ts": `import { SignJWT } from "jose"`
    },
    says: [
      "packages/core/src/events/Events.ts imports effect/http",
      "packages/core/src/events/EventIntake.ts imports effect/persistence",
      "packages/core/src/http/Routes.ts imports node:http",
      "packages/core/src/storage/Rows.ts imports effect/sql",
      "packages/core/src/access/tokens/Tokens.ts imports jose"
    ]
  },
  {
    sources: {
      "packages/core/src/events/Events.ts": `import { NotFound } from "../http/operation/Problem.ts"`,
      "packages/core/src/events/Event.ts": `import type { EventsApi } from "./http/EventsApi.ts"`,
      "packages/core/src/events/EventPage.ts": `import { events } from "./feature.ts"`,
      "packages/core/src/access/Tokens.ts": `import { servicesLayer } from "../service.ts"`,
      "packages/core/src/events/http/EventsHandlers.ts": `import { EventsApi } from "./EventsApi.ts"`
    },
    says: [
      "packages/core/src/events/Events.ts imports ../http/operation/Problem.ts",
      "packages/core/src/events/Event.ts imports ./http/EventsApi.ts",
      "packages/core/src/events/EventPage.ts imports ./feature.ts",
      "packages/core/src/access/Tokens.ts imports ../service.ts"
    ]
  },
  {
    sources: {
      "packages/core/src/http/Routes.ts": `import { EventsApi } from "../events/http/EventsApi.ts"`,
      "packages/core/src/http/operation/Operation.ts": `import { Access } from "../../access/Access.ts"`,
      "packages/core/src/operator/answering.ts": `import { Events } from "../events/Events.ts"`,
      "packages/core/src/operator/OperatorRoutes.ts": `import { OperatorApi } from "../OperatorApi.ts"`,
      "packages/core/src/operator/metrics/metricOperations.ts": `import { makeGauges } from "../../delivery/dispatcher/metrics.ts"`
    },
    says: [
      "packages/core/src/http/Routes.ts imports ../events/http/EventsApi.ts",
      "packages/core/src/operator/answering.ts imports ../events/Events.ts",
      "packages/core/src/operator/OperatorRoutes.ts imports ../OperatorApi.ts"
    ]
  },
  {
    sources: {
      "packages/core/src/events/feature.ts": `import { EventsHandlers } from "./http/EventsHandlers.ts"`,
      "packages/core/src/http/index.ts": `export * from "../events/http/EventsHandlers.ts"`
    },
    says: ["packages/core/src/http/index.ts imports ../events/http/EventsHandlers.ts"]
  },
  {
    sources: {
      "packages/core/src/features.ts": `import { events } from "./events/feature.ts"`,
      "packages/core/src/service/jobs.ts": `import { deliveries } from "../deliveries/feature.ts"`
    },
    says: ["packages/core/src/service/jobs.ts imports ../deliveries/feature.ts"]
  },
  {
    sources: {
      "packages/core/src/client/index.ts": `export * from "../events/http/EventsApi.ts"`,
      "packages/core/src/events/http/EventsApi.ts": [
        `import type { Events } from "../Events.ts"`,
        `import { Event } from "../Event.ts"`,
        `import "../../http/middleware/layers/AdmissionLayer.ts"`
      ].join("\n"),
      "packages/core/src/events/Event.ts": `import { EventIntake } from "./EventIntake.ts"`,
      "packages/core/src/events/EventIntake.ts": `export const layer = Layer.succeed(EventIntake, {})`,
      "packages/core/src/events/Events.ts": `export const layer = Layer.succeed(Events, {})`,
      "packages/core/src/http/middleware/layers/AdmissionLayer.ts": ``
    },
    says: [
      "packages/core/src/events/http/EventsApi.ts, which the client reaches, imports ../../http/middleware/layers/AdmissionLayer.ts",
      "packages/core/src/events/Event.ts, which the client reaches, imports ./EventIntake.ts"
    ]
  },
  {
    sources: {
      "packages/storage-sqlite/src/database/writerThread.ts": [
        `import type { Webhook } from "@sellerkit/core"`,
        `import { testDueAt } from "@sellerkit/core/queue-rules"`,
        `import { claim } from "../lanes/Claim.ts"`
      ].join("\n"),
      "packages/storage-sqlite/src/lanes/Claim.ts": `import { type Account } from "@sellerkit/core"`,
      "packages/storage-sqlite/src/events/SqliteEventStore.ts": `import { Effect } from "effect"`,
      "packages/core/src/queueRules.ts": `export * from "./delivery/queue/claimRules.ts"`,
      "packages/core/src/delivery/queue/claimRules.ts": `import * as Schema from "effect/Schema"`
    },
    says: [
      "packages/storage-sqlite/src/lanes/Claim.ts, which the thread loads, imports @sellerkit/core",
      "packages/core/src/delivery/queue/claimRules.ts, which the thread loads, imports effect/Schema"
    ]
  },
  {
    sources: {
      "packages/storage-memory/src/index.ts": `import { Routes } from "@sellerkit/core/http"`,
      "packages/storage-sqlite/src/connection/NodeHost.ts": `import { DatabaseSync } from "node:sqlite"`,
      "packages/testing/src/index.ts": `import { layer } from "@sellerkit/storage-memory"`,
      "packages/adapter-express/src/index.ts": `import { layer } from "@sellerkit/storage-memory"`,
      "packages/embed/src/index.ts": `import { layer } from "@sellerkit/storage-sqlite"`,
      "packages/unknown/src/index.ts": `import { Effect } from "effect"`
    },
    says: [
      "packages/storage-memory/src/index.ts imports @sellerkit/core/http",
      "packages/testing/src/index.ts imports @sellerkit/storage-memory",
      "packages/adapter-express/src/index.ts imports @sellerkit/storage-memory",
      "packages/embed/src/index.ts imports @sellerkit/storage-sqlite",
      "packages/unknown/src/index.ts imports effect"
    ]
  },
  {
    sources: {
      "packages/testing/src/index.ts": `import { Event } from "../../core/src/events/Event.ts"`,
      "packages/standalone/src/version.ts": `import manifest from "../package.json" with { type: "json" }`,
      "test/api.test.ts": `import { Event } from "@sellerkit/core/events/Event"`,
      "test/contract.test.ts": `import { features } from "../packages/core/test/contract/features.ts"`,
      "test/describedRequests.test.ts": `import { features } from "../packages/core/test/contract/features.ts"`,
      "test/fleet.test.ts": `import { runChaos } from "../chaos/runChaos.ts"`,
      "bench/main.ts": `import { freePort } from "../test/fixtures/freePort.ts"`,
      "bench/harness/deliveryRun.ts": `import { targets } from "../../test/targets.ts"`,
      "chaos/trials/fleet.ts": [
        `import { startPrivateServer } from "../../test/postgres/privateServer.ts"`,
        `import { median } from "../../bench/reporting/statistics.ts"`
      ].join("\n")
    },
    says: [
      "packages/testing/src/index.ts imports ../../core/src/events/Event.ts",
      "test/api.test.ts imports @sellerkit/core/events/Event",
      "test/describedRequests.test.ts imports ../packages/core/test/contract/features.ts",
      "test/fleet.test.ts imports ../chaos/runChaos.ts",
      "bench/harness/deliveryRun.ts imports ../../test/targets.ts",
      "chaos/trials/fleet.ts imports ../../bench/reporting/statistics.ts"
    ]
  },
  {
    sources: {
      "packages/core/src/webhooks/Webhooks.ts": `import type { Event } from "../events/Event.ts"`,
      "packages/core/src/events/Events.ts": `import { Webhooks } from "../webhooks/Webhooks.ts"`,
      "packages/core/src/delivery/dispatcher/loops.ts": `import { Campaign } from "../../campaigns/Campaign.ts"`,
      "packages/core/src/campaigns/Campaign.ts": `import { Records } from "../records/Records.ts"`
    },
    says: [
      "packages/core/src/webhooks/Webhooks.ts imports ../events/Event.ts",
      "packages/core/src/delivery/dispatcher/loops.ts imports ../../campaigns/Campaign.ts"
    ]
  },
  {
    sources: {
      "packages/core/src/delivery/queue/claimRules.ts": `import { outcomeOf } from "../policy/outcome.ts"`,
      "packages/core/src/delivery/policy/outcome.ts": `import type { Batch } from "../queue/DeliveryQueue.ts"`,
      "packages/core/src/delivery/request/deliver.ts": `import { sign } from "../index.ts"`,
      "packages/core/src/delivery/dispatcher/loops.ts": `import { makeSending } from "../flight/sending.ts"`,
      "packages/core/src/delivery/resend/Resends.ts": `import type { RetrySchedule } from "../policy/RetrySchedule.ts"`,
      "packages/core/src/delivery/another/Another.ts": `import { Delivery } from "../queue/Delivery.ts"`,
      "packages/core/src/delivery/index.ts": `export { Dispatcher } from "./dispatcher/Dispatcher.ts"`
    },
    says: [
      "packages/core/src/delivery/queue/claimRules.ts imports ../policy/outcome.ts",
      "packages/core/src/delivery/request/deliver.ts imports ../index.ts",
      "packages/core/src/delivery/resend/Resends.ts imports ../policy/RetrySchedule.ts",
      "packages/core/src/delivery/another/Another.ts imports ../queue/Delivery.ts"
    ]
  },
  {
    sources: {
      "packages/storage-pg/src/connection/Connections.ts": `import type { Migration } from "../schema/migrations/index.ts"`,
      "packages/storage-pg/src/lanes/Append.ts": `import { PgDatabase } from "../connection/PgDatabase.ts"`,
      "packages/storage-pg/src/index.ts": `import * as PgEventStore from "./events/PgEventStore.ts"`,
      "packages/storage-sqlite/src/events/SqliteEventStore.ts": `import { portsOver } from "../ports.ts"`,
      "packages/storage-sqlite/src/webhooks/SqliteWebhookStore.ts": `import { eventPlaces } from "../events/EventSummaries.ts"`,
      "packages/storage-memory/src/lanes/Append.ts": `import { MemoryState } from "../state/MemoryState.ts"`
    },
    says: [
      "packages/storage-pg/src/connection/Connections.ts imports ../schema/migrations/index.ts",
      "packages/storage-sqlite/src/events/SqliteEventStore.ts imports ../ports.ts",
      "packages/storage-sqlite/src/webhooks/SqliteWebhookStore.ts imports ../events/EventSummaries.ts"
    ]
  },
  {
    sources: {
      "packages/core/src/a/A.ts": `import type { B } from "./B.ts"`,
      "packages/core/src/a/B.ts": `export * from "./C.ts"`,
      "packages/core/src/a/C.ts": `import("./A.ts")`,
      "packages/core/src/a/D.ts": `import { A } from "./A.ts"`
    },
    says: ["packages/core/src/a/A.ts → packages/core/src/a/B.ts → packages/core/src/a/C.ts → packages/core/src/a/A.ts"]
  },
  {
    sources: {
      "packages/core/src/events/Events.ts": `import { Schema } from "@effect/schema"`,
      "examples/worker/src/index.ts": `import { HttpApi } from "effect/unstable/httpapi"`,
      "packages/standalone/src/main.ts": `import { NodeRuntime } from "@effect/platform-node"`
    },
    says: [
      "packages/core/src/events/Events.ts imports @effect/schema",
      "examples/worker/src/index.ts imports effect/unstable/httpapi"
    ]
  },
  {
    sources: {
      "packages/core/src/events/Events.ts": [
        `// Never Math.random().`,
        `const [now, then, url] = [new Date(), new Date(0), "https://example.com/"]`,
        `setTimeout(() => Date.now(), 1)`
      ].join("\n"),
      "packages/core/test/events/Events.test.ts": `const now = Date.now()`
    },
    says: [
      "packages/core/src/events/Events.ts uses new Date()",
      "packages/core/src/events/Events.ts uses setTimeout",
      "packages/core/src/events/Events.ts uses Date.now"
    ]
  }
]

describe("Sources", () => {
  const modules = readModules()
  for (const [index, { name, violations }] of rules.entries()) {
    it(`keep to the rule: ${name}`, () => assert.deepStrictEqual(violations(modules), []))

    it(`are refused by the rule: ${name}`, () => {
      const { says, sources } = broken[index]!
      assert.deepStrictEqual(violations(Object.entries(sources).map(([path, code]) => moduleOf(path, code))), says)
    })
  }
})

it("finds imports in every form", () => {
  const { imports } = moduleOf(
    "packages/core/src/a/A.ts",
    [
      '/** import { no } from "comment" */',
      'import { Effect } from "effect"',
      'import type { Layer } from "effect/layer" // import "no"',
      'import * as B from "./B.ts"',
      'import c, { type D } from "../c.json" with { type: "json" }',
      "import {",
      "  e,",
      "  f as g",
      '} from "e"',
      'import "f"',
      'export * from "g"',
      'export * as H from "h"',
      'export type { I } from "i"',
      'export const from = "no"',
      'export const url = "https://no.example" // "no"',
      'const lazy = () => import("j")'
    ].join("\n")
  )
  assert.deepStrictEqual(
    imports.map(({ specifier, target, typeOnly }) => [target ?? specifier, typeOnly]),
    [
      ["effect", false],
      ["effect/layer", true],
      ["packages/core/src/a/B.ts", false],
      ["packages/core/src/c.json", false],
      ["e", false],
      ["f", false],
      ["g", false],
      ["h", false],
      ["i", true],
      ["j", false]
    ]
  )
})
