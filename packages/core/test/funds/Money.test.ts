import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { publishedConfiguration } from "../../src/configuration/Configuration.ts"
import * as Money from "../../src/funds/Money.ts"
import { takeTopUp } from "../../src/funds/topUps.ts"

const Sum = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 }))
const AnyMoney = Schema.Struct({ account: Sum, balance: Sum, bonus: Sum })

describe("money", () => {
  it.prop("is neither made nor lost by adding and by taking away", [AnyMoney, AnyMoney], ([one, other]) => {
    assert.strictEqual(Money.total(Money.plus(one, other)), Money.total(one) + Money.total(other))
    assert.deepStrictEqual(Money.minus(Money.plus(one, other), other), one)
    assert.deepStrictEqual(Money.plus(one, Money.nothing), one)
  })

  it.prop("of one source counts for that source", [Money.Source, Sum], ([source, roubles]) => {
    const money = Money.only(source, roubles)
    assert.deepStrictEqual([money[source], Money.total(money)], [roubles, roubles])
  })

  it.prop("can be kept where there is no debt", [AnyMoney, AnyMoney], ([one, other]) => {
    const left = Money.minus(one, other)
    assert.strictEqual(
      Money.isKeepable(left),
      one.account >= other.account && one.balance >= other.balance && one.bonus >= other.bonus
    )
  })

  it("cannot be kept beyond a trillion roubles", () => {
    const most = Money.only("account", 1_000_000_000_000)
    assert.isTrue(Money.isKeepable(most))
    assert.isFalse(Money.isKeepable(Money.plus(most, Money.only("account", 1))))
  })

  it.prop(
    "is taken as far as there is some, bonuses first and the account last",
    [AnyMoney, Sum],
    ([money, roubles]) => {
      const taken = Money.atMost(money, roubles)
      const left = Money.minus(money, taken)
      assert.strictEqual(Money.total(taken), Math.min(roubles, Money.total(money)))
      assert.isTrue(Money.isKeepable(taken) && Money.isKeepable(left))
      if (taken.balance > 0) assert.strictEqual(left.bonus, 0)
      if (taken.account > 0) assert.deepStrictEqual([left.bonus, left.balance], [0, 0])
    }
  )
})

describe("a top-up", () => {
  const Roubles = Schema.Union([Sum, Schema.Literals([1000, 1050, 2500])])

  it.prop("gives the budget what the funds lose, or is refused", [AnyMoney, Money.Source, Roubles], (given) => {
    const [money, source, roubles] = given
    const found = { money, movements: 7 }
    const result = takeTopUp(found, { source, roubles }, publishedConfiguration)
    if (Result.isFailure(result)) {
      const { reason } = result.failure
      const tooLittle = roubles < 1000 ? "minimum" : "funds"
      assert.strictEqual(reason, roubles % 50 === 0 ? tooLittle : "multiple")
      if (reason === "funds") assert.isBelow(money[source], roubles)
      return
    }
    const { funds, taken } = result.success
    assert.deepStrictEqual(taken, Money.only(source, roubles))
    assert.deepStrictEqual(Money.plus(funds.money, taken), money)
    assert.isTrue(Money.isKeepable(funds.money))
    assert.strictEqual(funds.movements, 8)
  })

  it("takes the least sum that the installation configures", () => {
    const configuration = { categories: [], config: [{ name: "budget_min", value: "500", description: "" }] }
    const found = { money: Money.only("bonus", 500), movements: 0 }
    assert.isTrue(Result.isSuccess(takeTopUp(found, { source: "bonus", roubles: 500 }, configuration)))
    const refused = takeTopUp(found, { source: "bonus", roubles: 450 }, configuration)
    assert.isTrue(Result.isFailure(refused) && refused.failure.minimum === 500)
  })
})
