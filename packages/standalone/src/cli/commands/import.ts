/** The command `sellerkit import`: its flags and its help. */
import { Argument, Command } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

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

export const imports = Command.make("import").pipe(
  Command.withDescription("Put in what the marketplace's own side knows of a seller; to repeat it does no harm"),
  Command.withSubcommands([products, campaigns, statistics, mediaCampaigns, mediaStatistics]),
  Command.provide(httpClient)
)
