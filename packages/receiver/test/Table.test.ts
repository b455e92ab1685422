/** Names that go into statements are names. */
import { assert, describe, it } from "@effect/vitest"
import { makeTable } from "../src/sql/Table.ts"

describe("the table of processed events", () => {
  it.each(["received_events", "Receiver.events_2", "_x"])("can be called %s", (table) => {
    assert.doesNotThrow(() => makeTable({ dialect: "postgres", table }))
  })

  it.each(["", "a b", "a;drop table b", 'a"', "a.b.c", "2a", "ä"])("cannot be called %j", (table) => {
    assert.throws(() => makeTable({ dialect: "sqlite", table }), `The table cannot be called ${table}: use letters`)
  })

  it("is of a dialect that is known", () => {
    assert.throws(
      () => makeTable({ dialect: "mysql" as never }),
      "There is no dialect mysql; there are postgres, sqlite"
    )
  })
})
