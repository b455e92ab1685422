/** Draws views, clicks and spending of a campaign by days, in the terminal and into a file. */
import type { Days } from "@sellerkit/core"
import type { CampaignView } from "@sellerkit/core/client"
import { Clock, Console, Effect, FileSystem, Option } from "effect"
import { dirname } from "node:path"
import { CommandFailed } from "../CommandFailed.ts"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { noFolder, unwritableReason } from "../output/fileReason.ts"
import { hasUnicode } from "../output/hasUnicode.ts"
import { isForPeople, printDrawn } from "../output/Output.ts"
import { campaignChart } from "./campaignChart.ts"
import { type CampaignDays, everyDay } from "./CampaignDays.ts"
import { campaignById, noCampaign, type SellerApi } from "./campaignRequests.ts"
import { campaignSvg } from "./campaignSvg.ts"
import { type AskedPeriod, chartPeriod } from "./chartPeriod.ts"

interface Own extends AskedPeriod {
  readonly id: number
  readonly out: Option.Option<string>
}

const statisticsOf = (api: SellerApi, id: number, { from, to }: Days) =>
  api.statistics.campaigns({ payload: [{ id, interval: { begin: from, end: to } }] }).pipe(
    Effect.catchTag("Refused", ({ text }) =>
      Effect.fail(
        new CommandFailed({
          message: `The service does not tell statistics from ${from} to ${to}. Ask for fewer days, with --from and --to. The service says: ${text}`
        })
      )
    )
  )

const daysOf = Effect.fnUntraced(function* (api: SellerApi, { advertId, name, status }: CampaignView, period: Days) {
  // Nothing is told of campaigns that were never shown.
  const [told = { views: 0, clicks: 0, sum: 0, days: [] }] = yield* statisticsOf(api, advertId, period)
  const { clicks, days, sum, views } = told
  return {
    advertId,
    name,
    status,
    ...period,
    views,
    clicks,
    sum,
    days: everyDay(period, days)
  } satisfies CampaignDays
})

const unwritable = (file: string, reason: string) =>
  new CommandFailed({ message: `The chart cannot be written to ${file}: ${reason}` })

/** Before the service is asked, which does not tell it again within the minute. */
const checkFolder = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const isThere = yield* Effect.orElseSucceed(files.exists(dirname(file)), () => true)
  if (!isThere) return yield* unwritable(file, noFolder)
})

const write = Effect.fnUntraced(function* (file: string, svg: string) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.writeFileString(file, svg), (error) => unwritable(file, unwritableReason(error)))
})

export const chartCampaign = Effect.fn("campaigns chart")(function* ({
  from,
  id,
  out,
  to,
  ...input
}: Own & SellerInput) {
  const period = yield* chartPeriod({ from, to }, yield* Clock.currentTimeMillis)
  if (Option.isSome(out)) yield* checkFolder(out.value)
  const owner = yield* (yield* sellerAccess(input)).as(null)
  const campaign = yield* owner((api) => campaignById(api, id))
  if (campaign === undefined) return yield* noCampaign(id, input)
  const days = yield* owner((api) => daysOf(api, campaign, period))
  const unicode = yield* hasUnicode
  // First what was asked for: it may not be asked for again within the minute.
  yield* printDrawn(input.json, days, (shown, screen) => campaignChart(shown, { ...screen, hasUnicode: unicode }))
  if (Option.isSome(out)) {
    yield* write(out.value, campaignSvg(days))
    if (yield* isForPeople(input.json)) yield* Console.log(`\nWritten to ${out.value}`)
  }
})
