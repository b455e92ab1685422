/** Commands that put in what the marketplace's own side knows, against a service. */
import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CommandOptions } from "./runningCommand.ts"
import { operatorKey } from "./runningService.ts"
import { serviceWithCommand } from "./serviceWithCommand.ts"

const product = (nm: number, change: object = {}) => ({
  nm,
  title: `Shirt ${nm}`,
  subjectId: 192,
  subjectName: "Рубашки",
  ...change
})

const ndjson = (rows: ReadonlyArray<unknown>): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("")

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index + 1)

const { folder, makeToken, run: runImport, service } = await serviceWithCommand("import")

// Statistics of long ago are refused.
const today = new Date().toISOString().slice(0, 10)

describe("import", () => {
  /** Imports for a seller that no other test uses. */
  const forSeller = (kind = "products", sellerId: string = crypto.randomUUID()) => {
    return {
      sellerId,
      run: (args: ReadonlyArray<string>, options: CommandOptions = {}) =>
        runImport([kind, "--seller", sellerId, ...args], {
          ...options,
          env: { SELLERKIT_OPERATOR_KEY: operatorKey, ...options.env }
        }),
      /** How many products of the subject there are. */
      count: async (sandbox = false): Promise<number> => {
        const headers = { authorization: await makeToken({ sellerId, sandbox }) }
        const subjects = await service.call("GET", "/adv/v1/supplier/subjects", undefined, headers)
        return subjects.body[0]?.count ?? 0
      }
    }
  }

  it("takes NDJSON of a file, in as many calls as it needs, and shows how far it is", async () => {
    const { count, run } = forSeller()
    const file = join(folder, "products.ndjson")
    writeFileSync(file, ndjson(numbers(2500).map((nm) => product(nm))))
    const { code, err, out } = await run([file], { columns: 80 })
    assert.deepStrictEqual([code, err], [0, ""])
    assert.match(out, /1000 rows taken, 0 refused.*2000 rows taken.*2500 rows taken/s)
    assert.match(out, /Taken 2500 rows\n$/)
    assert.strictEqual(await count(), 2500)
  })

  it("takes an array from the standard input, into the sandbox as well", async () => {
    const { count, run } = forSeller()
    const input = JSON.stringify([product(1), product(2)], undefined, 2)
    const { code, out } = await run(["--sandbox"], { input })
    assert.deepStrictEqual([code, JSON.parse(out)], [0, { accepted: 2, refused: [], more: 0 }])
    assert.deepStrictEqual([await count(true), await count()], [2, 0])
    assert.strictEqual((await run(["-"], { input: "" })).out, '{"accepted":0,"refused":[],"more":0}\n')
  })

  it("says in words why a file cannot be read", async () => {
    const { run } = forSeller()
    const errorOf = async (file: string) => JSON.parse((await run([file])).err).error
    const missing = join(folder, "missing")
    assert.strictEqual(await errorOf(missing), `The rows cannot be read: ${missing}: it is not there`)
    assert.match(await errorOf(folder), /^The rows cannot be read: .*it is a folder$/)
  })

  it("takes the good rows of an array that is one line", async () => {
    const { count, run } = forSeller()
    const input = JSON.stringify([product(1), product(-1), product(2), product(3, { title: "" })])
    const { code, err, out } = await run([], { input })
    const { accepted, refused } = JSON.parse(out)
    assert.deepStrictEqual(
      [code, accepted, ...refused.map(({ field, line }: any) => [line, field])],
      [1, 2, [1, "nm"], [1, "title"]]
    )
    assert.strictEqual(JSON.parse(err).error, "2 of 4 rows were refused. Correct and import them again.")
    assert.strictEqual(await count(), 2)
  })

  it("takes the good rows of a batch, and reports the others with their lines and fields", async () => {
    const { count, run } = forSeller()
    const rows = [product(1), product(2, { title: "" }), "{", product(3, { subjectId: "a", nm: -1 }), product(4)]
    const input = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n\n")
    const { code, err, out } = await run([], { input })
    assert.strictEqual(code, 1)
    const { accepted, refused } = JSON.parse(out)
    assert.deepStrictEqual(
      [accepted, ...refused.map(({ field, line }: any) => [line, field])],
      [2, [5, ""], [3, "title"], [7, "nm"], [7, "subjectId"]]
    )
    assert.deepStrictEqual(
      [refused[0].reason, refused[1].reason],
      ["It is no JSON", "Expected between 1 and 250 characters"]
    )
    assert.strictEqual(JSON.parse(err).error, "3 of 5 rows were refused. Correct and import them again.")
    assert.strictEqual(await count(), 2)
    const shown = await run([], { input, columns: 100 })
    assert.match(shown.out, /Taken 2 rows\nRefused 3 rows\nLine +Field +Reason\n/)
    assert.match(shown.out, /^3 +title +Expected between 1 and 250 characters$/m)
  })

  it("finds more wrong rows than an answer names, and rows that keep a body from being read", async () => {
    const { count, run } = forSeller()
    const deep = `{"nm":2000,"title":"Deep","subjectId":192,"subjectName":"a","brand":${"[".repeat(80)}${"]".repeat(80)}}`
    const input = `${ndjson(numbers(450).map((nm) => product(nm, nm % 3 === 0 ? { title: "" } : {})))}${deep}\n`
    const { code, out } = await run([], { input })
    const { accepted, refused } = JSON.parse(out)
    assert.deepStrictEqual([code, accepted, refused.length], [1, 300, 151])
    assert.deepStrictEqual(refused.at(-1)!.line, 451)
    assert.strictEqual(await count(), 300)
    const shown = await run([], { input, columns: 100 })
    assert.match(shown.out, /\nAnd 51 more\n$/)
  })

  it("imports campaigns with their budgets, and names the wrong fields of refused ones", async () => {
    const { run, sellerId } = forSeller("campaigns")
    const campaign = (advertId: unknown, change: object = {}) => ({
      advertId,
      name: `Campaign ${String(advertId)}`,
      type: 6,
      status: 9,
      budget: 500,
      ...change
    })
    const rows = [campaign(1), campaign(2, { type: 3 }), campaign("x/y"), 17, campaign(3, { name: "" }), campaign(4)]
    const { code, out } = await run([], { input: JSON.stringify(rows, undefined, 1) })
    const { accepted, refused } = JSON.parse(out)
    const fields = refused.map(({ field }: any) => field)
    assert.deepStrictEqual([code, accepted, fields], [1, 2, ["type", "advertId", "advertId", "", "name"]])
    const funds = await service.operator("GET", `/sellers/${sellerId}/funds`)
    assert.strictEqual(funds.body.budgets, 1000)
  })

  it("records statistics, and reports refused lines with the numbers that they have in the input", async () => {
    const campaigns = forSeller("campaigns")
    const input = ndjson([{ advertId: 1, name: "Winter", type: 6, status: 9, budget: 500 }])
    assert.strictEqual((await campaigns.run([], { input })).code, 0)
    const { run } = forSeller("statistics", campaigns.sellerId)
    const row = (change: object = {}) => ({
      advertId: 1,
      date: today,
      appType: 1,
      nmId: 101,
      views: 100,
      clicks: 5,
      sum: 300,
      atbs: 1,
      orders: 1,
      shks: 1,
      sum_price: 900,
      ...change
    })
    const rows = [row(), "nonsense", row({ nmId: 102, views: -1 }), row({ advertId: 2 })]
    const text = rows.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n\n")
    const { code, out } = await run([], { input: text })
    const { accepted, refused } = JSON.parse(out)
    const found = refused.map(({ field, line }: any) => [line, field])
    assert.deepStrictEqual([code, accepted], [1, 1])
    assert.deepStrictEqual(found, [
      [3, ""],
      [5, "views"],
      [7, "advertId"]
    ])
    const funds = await service.operator("GET", `/sellers/${campaigns.sellerId}/funds`)
    assert.strictEqual(funds.body.budgets, 200)
  })

  it("imports media campaigns and what came of them", async () => {
    const campaigns = forSeller("media-campaigns")
    const campaign = { name: "Sale", brand: "Plank", type: 2, status: 6, extended: { budget: 500 } }
    const items = [{ id: 7, name: "Front page", status: 6, cpm: 300 }]
    const put = [
      { ...campaign, advertId: 1, items },
      { ...campaign, advertId: 2, status: 12 }
    ]
    const first = await campaigns.run([], { input: ndjson(put) })
    const refused = JSON.parse(first.out).refused.map(({ field, line }: any) => [line, field])
    assert.deepStrictEqual([first.code, refused], [1, [[2, "status"]]])
    const { run } = forSeller("media-statistics", campaigns.sellerId)
    const row = { advertId: 1, itemId: 7, date: today, appType: 1, views: 100, clicks: 5, atbs: 1, orders: 0 }
    const second = await run([], { input: ndjson([{ ...row, sum: 300 }]) })
    assert.deepStrictEqual([second.code, JSON.parse(second.out).accepted], [0, 1])
  })

  it("says what keeps it from importing", async () => {
    const { run } = forSeller()
    const errorOf = async (args: ReadonlyArray<string>, options?: CommandOptions): Promise<string> =>
      JSON.parse((await run(args, options)).err).error
    assert.match(await errorOf([join(folder, "missing.ndjson")]), /^The rows cannot be read: .*missing\.ndjson/)
    const input = ndjson([product(1)])
    assert.match(await errorOf([], { input, env: { SELLERKIT_OPERATOR_KEY: "x".repeat(40) } }), /key/i)
    assert.match(await errorOf([], { input, env: { SELLERKIT_URL: "http://127.0.0.1:9" } }), /^No service answers at/)
  })
})
