/** The command `sellerkit campaigns`: its flags and its help. */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import type { SellerInput } from "../connection/SellerAccess.ts"
import { campaignStatuses, campaignTypes } from "../flags/campaignWords.ts"
import { sellerConnection } from "../flags/connectionFlags.ts"
import { dayFlag } from "../flags/dayFlag.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

const filter = {
  type: Flag.ChoiceWithValue("type", campaignTypes).pipe(Flag.withDescription("Those of one type"), Flag.optional),
  status: Flag.ChoiceWithValue("status", campaignStatuses).pipe(
    Flag.withDescription("Those with one status"),
    Flag.optional
  )
}

const listCampaigns = loaded(async () => (await import("../campaigns/listCampaigns.ts")).listCampaigns)

/** Its shared flags count before and after the name of the subcommand. */
const all = Command.make("campaigns", filter).pipe(
  Command.withSharedFlags({ ...sellerConnection, json }),
  Command.withHandler(listCampaigns)
)

/** With the shared flags beside a command's own. */
const withShared =
  <Own, A, E, R>(run: (input: Own & SellerInput) => Effect.Effect<A, E, R>) =>
  (own: Own) =>
    Effect.flatMap(all, (shared) => run({ ...shared, ...own }))

const list = Command.make("list", filter, withShared(listCampaigns)).pipe(
  Command.withDescription("Show them, as without a subcommand, the newest first")
)

const one = {
  id: Argument.Int("id").pipe(
    Argument.filter(
      (id) => id > 0,
      () => "Expected the id of a campaign"
    ),
    Argument.withDescription("The campaign's id")
  )
}

const get = Command.make(
  "get",
  one,
  withShared(loaded(async () => (await import("../campaigns/getCampaign.ts")).getCampaign))
).pipe(Command.withDescription("Show a campaign with its budget, its bids and its products"))

const chart = Command.make(
  "chart",
  {
    ...one,
    from: dayFlag("from").pipe(
      Flag.withDescription("The first day in Moscow (default: six days before the last one)"),
      Flag.optional
    ),
    to: dayFlag("to").pipe(Flag.withDescription("The last day in Moscow (default: today)"), Flag.optional),
    out: Flag.String("out").pipe(
      Flag.withDescription("A file that the chart is written to as SVG, in place of what is there"),
      Flag.optional
    )
  },
  withShared(loaded(async () => (await import("../campaigns/chartCampaign.ts")).chartCampaign))
).pipe(Command.withDescription("Draw views, clicks and spending of a campaign by days, 31 at most"))

const actions = async () => import("../campaigns/actOnCampaign.ts")

const launch = Command.make("launch", one, withShared(loaded(async () => (await actions()).launchCampaign))).pipe(
  Command.withDescription("Launch a campaign that is ready or paused, and has a budget")
)
const pause = Command.make("pause", one, withShared(loaded(async () => (await actions()).pauseCampaign))).pipe(
  Command.withDescription("Pause an active campaign")
)
const complete = Command.make("complete", one, withShared(loaded(async () => (await actions()).completeCampaign))).pipe(
  Command.withDescription("Complete a campaign for good; what is left of its budget goes back")
)

const topUp = Command.make(
  "top-up",
  {
    ...one,
    roubles: Argument.Int("roubles").pipe(Argument.withDescription("A multiple of 50")),
    from: Flag.Literals("from", ["account", "balance", "bonus"]).pipe(
      withDefault("Where the seller's money comes from", "account")
    )
  },
  withShared(loaded(async () => (await import("../campaigns/topUpCampaign.ts")).topUpCampaign))
).pipe(Command.withDescription("Move money of the seller into the budget of a campaign"))

export const campaigns = all.pipe(
  Command.withSubcommands([list, get, chart, launch, pause, complete, topUp]),
  Command.provide(httpClient),
  Command.withDescription("Show the campaigns of a seller, and run them"),
  Command.withExamples([
    { command: "sellerkit campaigns --status active", description: "Those that are running" },
    { command: "sellerkit campaigns top-up 12345678 1000 --from bonus", description: "Give one a budget" },
    { command: "sellerkit campaigns launch 12345678", description: "Have it run" },
    {
      command: "sellerkit campaigns chart 12345678 --from 2026-11-01 --to 2026-11-30 --out november.svg",
      description: "What came of it in a month, also as a picture"
    }
  ])
)
