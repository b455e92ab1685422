/** What `serve` prints for people as it starts: where everything is, and two commands that show an event arriving. */
import { Schema } from "effect"
import { defaultUrl } from "../flags/connectionFlags.ts"
import type { Paint } from "../output/Output.ts"
import { quoted, sellerkit } from "../connection/shell.ts"
import { type Cell, table } from "../output/Table.ts"

export const Started = Schema.Struct({
  api: Schema.String,
  docs: Schema.String,
  console: Schema.String,
  dataFolder: Schema.String,
  /** The development profile shows it, production does not. */
  operatorKey: Schema.optionalKey(Schema.String),
  sellerId: Schema.optionalKey(Schema.String),
  token: Schema.optionalKey(Schema.String),
  /** How many serve, where it is more than one. */
  processes: Schema.optionalKey(Schema.Int)
})
export type Started = typeof Started.Type

/** `variables` are those without which the command line would not find the service's key and seller. */
const firstSteps = (
  { api }: Started,
  variables: Readonly<Record<string, string>>,
  paint: Paint
): ReadonlyArray<string> => {
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)} `)
  const where = api === defaultUrl ? "" : ` --url ${api}`
  const command = (words: string) => paint("cyan", `${settings.join("")}${sellerkit} ${words}${where}`)
  return [
    paint("bold", "Try it, with a second and a third terminal in this folder:"),
    "",
    "1. Receive notifications, by a webhook that is there for as long as this runs",
    command("listen"),
    "",
    "2. Publish an event",
    command("publish card_changed"),
    ""
  ]
}

export const welcome = (started: Started, variables: Readonly<Record<string, string>>, paint: Paint): string => {
  const { api, console, docs, operatorKey, processes, sellerId, token } = started
  const facts = [
    ["API", api],
    ["Console", console],
    ["Documentation", docs],
    ["Processes", processes === undefined ? undefined : String(processes)],
    ["Operator key", operatorKey],
    ["Seller", sellerId],
    ["Token", token]
  ].flatMap(([name, value]): ReadonlyArray<ReadonlyArray<Cell>> =>
    value === undefined ? [] : [[["dim", name!], value]]
  )
  // Not wrapped, so that the text can be copied.
  return [
    "",
    table(facts, { paint, columns: Infinity }),
    "",
    ...(token === undefined ? [] : firstSteps(started, variables, paint))
  ].join("\n")
}
