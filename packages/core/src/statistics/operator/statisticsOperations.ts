/** The operator's operation on statistics, as calls of the service: those of one campaign together. */
import { Array, Effect } from "effect"
import type { Account } from "../../access/Account.ts"
import type { Asked } from "../../operator/Asked.ts"
import { Statistics } from "../Statistics.ts"
import type { OperatorStatisticsApi, RecordedStatistics } from "./OperatorStatisticsApi.ts"
import { readLine, type StatisticsLine } from "./statisticsLine.ts"

type RefusedLine = (typeof RecordedStatistics.Type)["refused"][number]

interface NumberedLine {
  readonly line: number
  readonly read: StatisticsLine
}

// our choice (design: operator inputs): all are counted.
const mostShown = 100

const readAll = (text: string) => {
  const good: Array<NumberedLine> = []
  const refused: Array<RefusedLine> = []
  for (const [index, content] of text.split("\n").entries()) {
    if (content.trim() === "") continue
    const read = readLine(content)
    if (read._tag === "Success") good.push({ line: index + 1, read: read.success })
    else refused.push({ line: index + 1, ...read.failure })
  }
  return { good, refused }
}

export const statisticsOperations = Effect.map(Statistics, (statistics) => {
  const write = (account: Account, lines: ReadonlyArray<NumberedLine>) => {
    const { advertId } = lines[0]!.read.row
    const products = lines.flatMap(({ read }) => (read.of === "product" ? [read.row] : []))
    const keywords = lines.flatMap(({ read }) => (read.of === "keyword" ? [read.row] : []))
    return Effect.zipWith(
      statistics.record(account, advertId, products),
      statistics.recordKeywords(account, advertId, keywords),
      (one, other) => ({
        accepted: one.accepted + other.accepted,
        changed: one.changed + other.changed,
        refused: Array.empty<RefusedLine>()
      })
    ).pipe(
      Effect.catchTag("CampaignNotFound", ({ message }) =>
        Effect.succeed({
          accepted: 0,
          changed: 0,
          refused: lines.map(({ line }) => ({ line, field: "advertId", reason: message }))
        })
      )
    )
  }

  return {
    record: Effect.fnUntraced(function* ({
      params: { sellerId },
      payload,
      query: { sandbox = false }
    }: Asked<typeof OperatorStatisticsApi, "record">) {
      const { good, refused } = readAll(payload)
      const ofCampaigns = Object.values(Array.groupBy(good, ({ read }) => `${read.row.advertId}`))
      const parts = yield* Effect.forEach(ofCampaigns, (lines) => write({ sellerId, sandbox }, lines))
      const all = [...refused, ...parts.flatMap((part) => part.refused)].toSorted((one, other) => one.line - other.line)
      return {
        accepted: parts.reduce((sum, { accepted }) => sum + accepted, 0),
        changed: parts.reduce((sum, { changed }) => sum + changed, 0),
        refused: all.slice(0, mostShown),
        more: Math.max(0, all.length - mostShown)
      }
    })
  }
})
