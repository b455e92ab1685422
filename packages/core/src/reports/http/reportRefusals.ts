/** What reports refuse, as it is published (contract, Error bodies). Both languages have the same texts. */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"

const same = (text: string): PublishedRefusal => [400, { ru: text, en: text }]

export const refusals = {
  dateFromMissing: same("dateFrom: field required"),
  dateFrom: same("dateFrom: Value not validated"),
  // our choice: as that of `dateFrom`.
  flag: same("flag: Value not validated"),
  periodFrom: same("missing dateFrom params"),
  periodTo: same("missing dateTo params"),
  // our choice: nothing is published for them.
  periodFromWrong: same("wrong dateFrom params"),
  periodToWrong: same("wrong dateTo params"),
  parameters: same("wrong params")
} as const
