/** The command `sellerkit sample`: its flags and its help. */
import type { ReportKind } from "@sellerkit/core"
import { Command, Flag } from "effect/cli"
import { dayFlag } from "../flags/dayFlag.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { reportNames } from "./reportNames.ts"

/** A whole number from 1 on. */
const count = (name: string, description: string, otherwise: number) =>
  Flag.Int(name).pipe(
    Flag.filter(
      (given) => given > 0,
      () => "Expected at least 1"
    ),
    withDefault(description, otherwise)
  )

const input = {
  rows: count("rows", "How many rows, if there are as many", 1000),
  seed: Flag.String("seed").pipe(withDefault("Another seller for each", "0")),
  from: dayFlag("from").pipe(withDefault("The first day of its orders", "2026-01-01")),
  until: dayFlag("until").pipe(
    Flag.withDescription("The day before which everything has happened (default: it goes on)"),
    Flag.optional
  ),
  ordersPerDay: count("orders-per-day", "Of an average day", 1000),
  products: count("products", "How many products the seller has", 200),
  format: Flag.Literals("format", ["ndjson", "csv"]).pipe(withDefault("How the rows are written", "ndjson"))
}

const sampleCommand = (kind: ReportKind) =>
  Command.make(
    kind,
    input,
    loaded(async () => (await import("../samples/printSample.ts")).printSample(kind))
  ).pipe(Command.withDescription(`Rows of ${reportNames[kind]}`))

export const sample = Command.make("sample").pipe(
  Command.withDescription(
    "Print rows of reports of a made-up seller: the same for the same flags, and those of all reports agree with each other"
  ),
  Command.withSubcommands([
    sampleCommand("incomes"),
    sampleCommand("stocks"),
    sampleCommand("orders"),
    sampleCommand("sales"),
    sampleCommand("realization")
  ])
)
