/**
 * Requests made from what the OpenAPI documents say, right ones and wrong ones: answers are as the documents say, wrong requests
 * are refused and change nothing, and every declared status is seen.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Arbitrary, Effect } from "effect"
import { read } from "../api/Caller.ts"
import { propertyRuns, someTrials } from "../property/propertyRuns.ts"
import { makeCoverage } from "./Coverage.ts"
import { type Described, type DescribedOperation, describedOperations } from "./DescribedOperation.ts"
import { describedSchemas } from "./DescribedSchemas.ts"
import type { DescribedTarget, RunningDescribed } from "./DescribedTarget.ts"
import {
  anyPlans,
  brokenBodies,
  Credential,
  type PlannedBody,
  type PlannedValue,
  refusalOf,
  type RequestPlan,
  unreadable,
  wrongValues
} from "./RequestPlan.ts"
import { type DescribedApi, makeDescribedClient, type DescribedClient } from "./DescribedClient.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made simpler.
const timeout = 300_000

/** A correct request of the operation, about the first of the caller's resources. */
const plain = (operation: DescribedOperation): RequestPlan => ({
  operation: operation.id,
  credential: "own",
  parameters: Object.fromEntries(
    operation.parameters.map(({ name, noun, required }): [string, PlannedValue] => [
      name,
      noun === "" ? { from: required ? "example" : "absent" } : { from: "known", which: 0 }
    ])
  ),
  body: { from: operation.body === undefined ? "nothing" : "example" }
})

const isAboutCampaign = ({ body, exampleCampaigns }: DescribedOperation): boolean =>
  [...exampleCampaigns.keys()].some((example) => JSON.stringify(body?.example ?? null).includes(String(example)))

const withParameter = (plan: RequestPlan, name: string, value: PlannedValue): RequestPlan => ({
  ...plan,
  parameters: { ...plan.parameters, [name]: value }
})

/** Requests of the operation, each with one thing wrong. */
const wrongOnes = ({ schemas }: DescribedApi, operation: DescribedOperation): ReadonlyArray<RequestPlan> => {
  const bodies: ReadonlyArray<PlannedBody> =
    operation.body === undefined ? [] : [...unreadable(operation), ...brokenBodies(schemas, operation)]
  return [
    ...operation.parameters.flatMap((parameter) =>
      wrongValues(schemas, parameter).map((value) => withParameter(plain(operation), parameter.name, value))
    ),
    ...bodies.map((body) => ({ ...plain(operation), body }))
  ]
}

/** Another content under the same key, by the operation that takes keys. */
const otherContents: Readonly<Record<string, (example: Described) => Record<string, unknown>>> = {
  "events.publish": ({ events: [event] }) => ({
    events: [{ ...event, payload: { ...event.payload, nmID: 7 } }]
  }),
  "funds.credit": ({ account }) => ({ account: account + 1 })
}

/** Fewer than the smallest budget of a target. */
const atATime = 40

export const describedRequestsSuite = (target: DescribedTarget): void => {
  const { trials = 1 } = target
  describe(`described requests: ${target.name}`, () => {
    let service: RunningDescribed
    beforeAll(async () => {
      service = await target.start()
    })
    afterAll(() => service?.stop())

    for (const name of ["seller", "operator"] as const) {
      const of = target.apis[name]
      if (of === undefined) continue
      describe(`of the ${name} API`, () => {
        const coverage = makeCoverage()
        let api: DescribedApi
        beforeAll(async () => {
          const { body: document } = await read(await service.fetch(of.path))
          const operations = describedOperations(document).filter(({ id }) => of.only?.test(id) !== false)
          api = { name, operations, schemas: describedSchemas(document) }
        })

        /** Each with a described client of its own, all at the same time. */
        const assertOfEachOperation = (
          send: (operation: DescribedOperation, client: DescribedClient) => Promise<unknown>
        ) =>
          Promise.all(
            api.operations.map(async (operation) => send(operation, await makeDescribedClient(service, api, coverage)))
          )

        it("take their examples, for whatever the caller has", () =>
          assertOfEachOperation(async (operation, client) => {
            assert.isBelow(await client.send(plain(operation)), 300, operation.id)
            if (isAboutCampaign(operation)) {
              await client.sendAndLook({ ...plain(operation), body: { from: "missing" } })
            }
            const last = operation.parameters.findLast(({ noun }) => noun !== "")
            if (last === undefined) return
            for (const which of (await client.resources.of(last.noun)).keys()) {
              await client.send(withParameter(plain(operation), last.name, { from: "known", which }))
            }
            await client.sendAndLook(withParameter(plain(operation), last.name, { from: "missing" }))
          }))

        it("are refused to whoever may not make them, and change nothing", () =>
          assertOfEachOperation(async (operation, client) => {
            await client.prepare(plain(operation))
            await client.changingNothing(async () => {
              for (const credential of Credential.literals) {
                if (refusalOf(operation, credential) === undefined) continue
                await client.send({ ...plain(operation), credential })
              }
            })
          }))

        it("are refused with anything wrong about them, and change nothing", () =>
          assertOfEachOperation(async (operation) => {
            const [first, ...others] = wrongOnes(api, operation)
            const wrong = first === undefined ? [] : [first, ...someTrials(others, trials)]
            for (let from = 0; from < wrong.length; from += atATime) {
              const client = await makeDescribedClient(service, api, coverage)
              await client.prepare(plain(operation))
              await client.changingNothing(async () => {
                for (const plan of wrong.slice(from, from + atATime)) await client.send(plan)
              })
            }
          }))

        it("are told apart by their idempotency keys", async () => {
          for (const [id, change] of Object.entries(otherContents)) {
            const operation = api.operations.find((candidate) => candidate.id === id)
            if (operation === undefined) continue
            const client = await makeDescribedClient(service, api, coverage)
            await client.resources.of("webhooks")
            assert.isBelow(await client.send(plain(operation)), 300)
            const body = { from: "schema", value: undefined, fields: change(operation.body!.example) } as const
            assert.strictEqual(await client.sendAndLook({ ...plain(operation), body }), 409)
          }
        })

        it("are refused once their budget is spent", () =>
          assertOfEachOperation(async (operation, client) => {
            if (operation.budget === undefined) return
            const missing = operation.parameters.reduce(
              (plan, { name, noun }) => (noun === "" ? plan : withParameter(plan, name, { from: "missing" })),
              { ...plain(operation), ...(operation.body && { body: unreadable(operation)[0]! }) }
            )
            // The budget gets a little larger while it is spent.
            for (let sent = 0; sent < 2 * operation.budget; sent++) if ((await client.spend(missing)) === 429) return
            assert.fail(`${operation.id}: the budget of ${operation.budget} requests is not spent`)
          }))

        it("are answered as the document says, whatever it leaves open", { timeout }, async () => {
          const sendAll = async (plans: ReadonlyArray<RequestPlan>) => {
            const client = await makeDescribedClient(service, api, coverage)
            for (const plan of plans) await client.sendAndLook(plan)
            return true
          }
          const check = Arbitrary.checkEffect(
            anyPlans(api.schemas, api.operations),
            (plans) => Effect.tryPromise({ try: () => sendAll(plans), catch: (problem) => problem }),
            { ...propertyRuns(24 * trials, 12), concurrency: 4 }
          )
          assert.isUndefined(Arbitrary.formatCheckFailure(await Effect.runPromise(check)))
        })

        it("see every status that the document declares, or it is shown elsewhere", () => {
          const { declared, missing, needless, reached } = coverage.report(api.operations, of.elsewhere)
          console.info(`${target.name}, ${name} API: ${reached} of ${declared} declared statuses were seen`)
          assert.deepStrictEqual({ missing, needless }, { missing: [], needless: [] })
        })
      })
    }
  })
}
