/** The command `sellerkit import`: its flags and its help. */
import type { ReportKind } from "@sellerkit/core"
import { Argument, Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { encodings, fileFormats } from "../flags/fileWords.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"
import { reportNames } from "./reportNames.ts"

const input = {
  ...connection,
  ...account,
  json,
  file: Argument.String("file").pipe(
    Argument.withDescription("NDJSON, or a JSON array (default: the standard input, as with -)"),
    Argument.optional
  )
}

const rows = async () => import("../imports/importRows.ts")

const products = Command.make(
  "products",
  input,
  loaded(async () => (await rows()).importProducts)
).pipe(
  Command.withDescription("Put products of a seller in, each in place of the one with its nm"),
  Command.withExamples([
    { command: "sellerkit import products products.ndjson", description: "One product a line, from a file" },
    { command: "sellerkit import products < products.json", description: "An array of products" }
  ])
)

const campaigns = Command.make(
  "campaigns",
  input,
  loaded(async () => (await rows()).importCampaigns)
).pipe(
  Command.withDescription(
    "Put campaigns in that a seller made elsewhere: as the information shows them, with their advertId and budget"
  )
)

const statistics = Command.make(
  "statistics",
  input,
  loaded(async () => (await rows()).importStatistics)
).pipe(
  Command.withDescription("Tell what came of campaigns: rows of products and of keywords. A growing sum is spending")
)

const mediaCampaigns = Command.make(
  "media-campaigns",
  input,
  loaded(async () => (await rows()).importMediaCampaigns)
).pipe(Command.withDescription("Put media campaigns in with their banners: as the information shows them"))

const mediaStatistics = Command.make(
  "media-statistics",
  input,
  loaded(async () => (await rows()).importMediaStatistics)
).pipe(Command.withDescription("Tell what came of banners. A growing sum is spending"))

const reportInput = {
  ...connection,
  ...account,
  json,
  file: Argument.String("file").pipe(
    Argument.withDescription("CSV, NDJSON or Parquet, or one of them in gzip (default: the standard input, as with -)"),
    Argument.optional
  ),
  format: Flag.Literals("format", fileFormats).pipe(
    Flag.withDescription("What the file is (default: as its name ends; ndjson for the standard input)"),
    Flag.optional
  ),
  encoding: Flag.Literals("encoding", encodings).pipe(
    Flag.withDescription("Of the text (default: as the beginning of CSV shows; NDJSON is utf-8)"),
    Flag.optional
  ),
  decimalComma: Flag.Boolean("decimal-comma").pipe(
    Flag.withDescription("Numbers of CSV have a decimal comma, as Russian programs write them"),
    Flag.withDefault(false)
  ),
  rowsPerCall: Flag.Int("rows-per-call").pipe(
    Flag.filter(
      (rows) => rows > 0,
      () => "Expected at least 1"
    ),
    withDefault("How many rows are sent at once", 4000)
  ),
  state: Flag.String("state").pipe(
    Flag.withDescription("The file that says how far the import is (default: FILE.sellerkit-import.json)"),
    Flag.optional
  ),
  refused: Flag.String("refused").pipe(
    Flag.withDescription("The file that refused rows go to (default: FILE.refused.ndjson)"),
    Flag.optional
  )
}

/** By what a row is found that another one replaces. */
const keys = {
  incomes: "incomeId and barcode",
  stocks: "nmId, barcode and warehouse",
  orders: "srid",
  sales: "srid and saleID",
  realization: "rrd_id"
} as const satisfies Record<ReportKind, string>

const reportCommand = (kind: ReportKind) =>
  Command.make(
    kind,
    reportInput,
    loaded(async () => (await import("../imports/reports/importReports.ts")).importReport(kind))
  ).pipe(
    Command.withDescription(
      `Put in rows of ${reportNames[kind]}, each in place of the one with its ${keys[kind]}. A command that was ended goes on when it is run again`
    ),
    Command.withExamples([
      {
        command: `sellerkit import ${kind} ${kind}.csv`,
        description: "Rows with their fields' names in the first line"
      },
      { command: `sellerkit import ${kind} ${kind}.parquet --seller …`, description: "Of one seller, from Parquet" }
    ])
  )

export const imports = Command.make("import").pipe(
  Command.withDescription("Put in what the marketplace's own side knows of a seller; to repeat it does no harm"),
  Command.withSubcommands([
    products,
    campaigns,
    statistics,
    mediaCampaigns,
    mediaStatistics,
    reportCommand("incomes"),
    reportCommand("stocks"),
    reportCommand("orders"),
    reportCommand("sales"),
    reportCommand("realization")
  ]),
  Command.provide(httpClient)
)
