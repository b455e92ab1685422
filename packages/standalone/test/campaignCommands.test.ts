/** Commands that run campaigns, against a service: with the operator key, and with an API token. */
import { assert, describe, it } from "@effect/vitest"
import { serviceWithCommand } from "./serviceWithCommand.ts"

const product = (nm: number) => ({ nm, title: `Shirt ${nm}`, subjectId: 192, subjectName: "Рубашки" })

const { errorOf, forSeller, makeToken, printed, service } = await serviceWithCommand("campaigns")

describe("commands that run campaigns", () => {
  /** A seller with products and money, and the commands for it. */
  const stocked = async () => {
    const sellerId = crypto.randomUUID()
    const seller = `/sellers/${sellerId}`
    await service.operator("PUT", `${seller}/products`, { products: [product(101), product(102)] })
    await service.operator("POST", `${seller}/funds`, { account: 5000, bonus: 1000, idempotencyKey: "first" })
    const token = await makeToken({ sellerId, categories: ["promotion"] })
    const create = async (path: string, input: object): Promise<string> => {
      const created = await service.call("POST", path, input, { authorization: token })
      assert.strictEqual(created.status, 200, JSON.stringify(created.body))
      return String(created.body)
    }
    return {
      ...forSeller(sellerId),
      sellerId,
      token,
      auction: (name: string) => create("/adv/v2/seacat/save-ad", { name, nms: [101, 102] }),
      automatic: (name: string) => create("/adv/v1/save-ad", { type: 8, name, subjectId: 192, sum: 1000, btype: 3 })
    }
  }

  it("list the newest first, of a type and with a status, in tables and as JSON", async () => {
    const { auction, automatic, lines, shown } = await stocked()
    assert.strictEqual(await shown(), "There are no such campaigns.\n")
    const summer = await auction("Summer")
    const winter = await automatic("Winter\u202E")
    assert.deepStrictEqual(
      (await lines("list")).map(({ advertId, name, status, type }) => [String(advertId), name, status, type]),
      [
        [winter, "Winter\u202E", 9, 8],
        [summer, "Summer", 4, 9]
      ]
    )
    const table = await shown()
    assert.match(table, /^Campaign +Name +Type +Status +Changed\n/)
    assert.match(table, new RegExp(`^${summer} +Summer +auction +ready +\\d{4}-\\d\\d-\\d\\dT\\S+Z$`, "m"))
    assert.match(table, new RegExp(`^${winter} +Winter\uFFFD +automatic +active `, "m"))
    assert.strictEqual(await shown("list"), table)
    const found = async (...args: ReadonlyArray<string>) =>
      (await lines(...args)).map(({ advertId }) => String(advertId))
    assert.deepStrictEqual(await found("--type", "auction"), [summer])
    assert.deepStrictEqual(await found("list", "--status", "active"), [winter])
    assert.deepStrictEqual(await found("list", "--status", "ready", "--type", "auction"), [summer])
    assert.strictEqual(await shown("--status", "paused"), "There are no such campaigns.\n")
  })

  it("show one with its budget, bids and products", async () => {
    const { auction, automatic, json, shown } = await stocked()
    const summer = await auction("Summer")
    const { budget, unitedParams } = await json("get", summer)
    assert.deepStrictEqual([budget, unitedParams[0].nms], [0, [101, 102]])
    const view = await shown("get", summer)
    assert.match(view, new RegExp(`^Campaign +${summer}\nName +Summer\nType +auction, manual bids\nStatus +ready\n`))
    assert.match(view, /^Budget +0 roubles$/m)
    assert.match(view, /^Part +Bid +Products\nРубашки +search 150, catalog 150 +101 102$/m)
    assert.notMatch(view, /Ended/)
    const winter = await shown("get", await automatic("Winter"))
    assert.match(winter, /^Budget +1000 roubles$/m)
    assert.match(winter, /^Рубашки +100 +101 102$/m)
  })

  it("top up, launch, pause and complete one, and say what happens when", async () => {
    const { auction, json, shown } = await stocked()
    const id = await auction("Summer")
    assert.strictEqual(
      await shown("top-up", id, "1500"),
      `Moved 1500 roubles to campaign ${id}. Its budget is 1500 roubles.\n`
    )
    assert.deepStrictEqual(await json("top-up", id, "1000", "--from", "bonus"), { advertId: Number(id), budget: 2500 })
    assert.deepStrictEqual(await json("launch", id), { advertId: Number(id), becomes: "active" })
    assert.strictEqual(
      await shown("pause", id),
      `Accepted Campaign ${id} is paused when the minute is over, and shown so within 3 minutes.\n`
    )
    assert.match(await shown("complete", id), /is completed when .* What is left of its budget goes back/)
  })

  it("say why something is refused, and what to do", async () => {
    const { auction, automatic, error } = await stocked()
    const id = await auction("Summer")
    const noBudget = await error("launch", id)
    assert.include(noBudget, `Campaign ${id} has no budget. Top it up: `)
    assert.match(
      noBudget,
      / campaigns top-up \d+ 1000 --url \S+ --seller \S+ The service says: Статус кампании не изменен$/
    )
    assert.include(await error("pause", id), `Campaign ${id} is ready. To pause it, it has to be active.`)
    const active = await automatic("Winter")
    assert.include(await error("launch", active), `is active. To launch it, it has to be ready or paused.`)
    assert.include(await error("top-up", id, "9000"), "The account has 5000 of 9000 roubles (account 5000, balance 0, ")
    assert.include(await error("top-up", id, "1010"), `Campaign ${id}, which is ready, does not take 1010 roubles.`)
    for (const args of [["get"], ["launch"], ["pause"], ["complete"], ["top-up", "1000"]] as const) {
      const [action, ...rest] = args
      assert.match(
        await error(action, "7", ...rest),
        /^This account has no campaign 7\. All that it has: .* campaigns --url \S+ --seller \S+$/
      )
    }
    assert.match(await error("get", "0"), /Expected the id of a campaign/)
    assert.match(await error("list", "--type", "banner"), /catalog.*auction/s)
  })

  it("act with an API token, which needs the category", async () => {
    const { auction, token } = await stocked()
    const id = await auction("Summer")
    assert.strictEqual(JSON.parse(await printed(["get", id, "--token", token])).name, "Summer")
    const other = await makeToken({ sellerId: crypto.randomUUID(), categories: ["content"] })
    assert.match(await errorOf(["get", id], { SELLERKIT_TOKEN: other }), /promotion/i)
  })

  it("wait for the rate budget when several types are listed", async () => {
    const { auction, lines } = await stocked()
    await auction("Summer")
    const listed = await Promise.all(Array.from({ length: 6 }, () => lines()))
    assert.deepStrictEqual(new Set(listed.map(([{ name }]) => name)), new Set(["Summer"]))
  })
})
