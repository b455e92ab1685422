/** Campaigns in a table. */
import type { CampaignView } from "@sellerkit/core/client"
import type { CampaignStatus } from "@sellerkit/core"
import { DateTime } from "effect"
import { statusWord, typeWord } from "../flags/campaignWords.ts"
import type { Screen, Style } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import { shownTime } from "../output/times.ts"

const styles: Readonly<Record<CampaignStatus, Style>> = {
  4: "cyan",
  9: "green",
  11: "yellow",
  7: "dim",
  8: "red",
  [-1]: "dim"
}

export const statusCell = (status: CampaignStatus): Cell => [styles[status], statusWord(status)]

/** In UTC, as all times of the command line. */
export const utc = (moscowTime: string): string => shownTime(DateTime.makeUnsafe(moscowTime))

const heading = ["Campaign", "Name", "Type", "Status", "Changed"].map((text): Cell => ["dim", text])

export const campaignTable = (campaigns: ReadonlyArray<CampaignView>, screen: Screen): string => {
  if (campaigns.length === 0) return "There are no such campaigns."
  const rows = campaigns.map(({ advertId, changeTime, name, status, type }): ReadonlyArray<Cell> => [
    String(advertId),
    printable(name),
    typeWord(type),
    statusCell(status),
    utc(changeTime)
  ])
  return table([heading, ...rows], screen)
}
