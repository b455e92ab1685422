/** A campaign for people: what it is, then the bid and the products of each of its parts. */
import type { CampaignView } from "@sellerkit/core/client"
import { typeWord } from "../flags/campaignWords.ts"
import type { Paint } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import { statusCell, utc } from "./campaignTable.ts"

export interface BudgetedCampaign extends CampaignView {
  /** In roubles. */
  readonly budget: number
}

interface Part {
  readonly name: string
  readonly bid: string
  readonly nms: ReadonlyArray<number>
}

const partsOf = ({ autoParams, params = [], unitedParams = [] }: CampaignView): ReadonlyArray<Part> => [
  ...(autoParams === undefined
    ? []
    : [{ name: autoParams.subject.name, bid: String(autoParams.cpm), nms: autoParams.nms }]),
  ...unitedParams.map(({ catalogCPM, nms, searchCPM, subject }) => ({
    name: subject.name,
    bid: `search ${searchCPM}, catalog ${catalogCPM}`,
    nms
  })),
  ...params.map(({ menuName, nms, price, setName, subjectName }) => ({
    name: subjectName ?? setName ?? menuName ?? "",
    bid: String(price),
    nms: nms.map(({ nm }) => nm)
  }))
]

const heading = ["Part", "Bid", "Products"].map((text): Cell => ["dim", text])

// Not wrapped, so that the text can be copied.
const endless = (paint: Paint) => ({ paint, columns: Infinity })

export const campaignView = (campaign: BudgetedCampaign, paint: Paint): string => {
  const {
    advertId,
    bid_type: bids,
    budget,
    changeTime,
    createTime,
    endTime,
    name,
    paymentType,
    status,
    type
  } = campaign
  const facts: ReadonlyArray<readonly [name: string, value: Cell]> = [
    ["Campaign", String(advertId)],
    ["Name", printable(name)],
    ["Type", bids === undefined ? typeWord(type) : `${typeWord(type)}, ${bids} bids`],
    ["Status", statusCell(status)],
    ["Budget", `${budget} roubles`],
    ["Pays", paymentType === "cpm" ? "cpm, for a thousand displays" : paymentType],
    ["Created", utc(createTime)],
    ["Changed", utc(changeTime)],
    ...(status === 7 ? [["Ended", utc(endTime)] as const] : [])
  ]
  const rows = facts.map(([fact, value]): ReadonlyArray<Cell> => [["dim", fact], value])
  const parts = partsOf(campaign).map(({ bid, name, nms }): ReadonlyArray<Cell> => [
    printable(name),
    bid,
    nms.join(" ")
  ])
  return [
    table(rows, endless(paint)),
    ...(parts.length === 0 ? [] : [table([heading, ...parts], endless(paint))])
  ].join("\n\n")
}
