/** Which operations may be sent again when nobody knows whether they were carried out. */
import { type Declared, isReadByGet, originOf } from "../http/operation/Operation.ts"

/** Besides the reads by GET. Repeating any other could do twice what was asked for once, or refuse what was done. */
const repeatable: ReadonlySet<string> = new Set([
  // Reads by POST.
  "campaigns.information",
  "media.statistics",
  "products.nomenclatures",
  "reports.currentStocks",
  "reports.detailed",
  "statistics.campaigns",
  "webhooks.checkUrl",
  // Changes that say how something is to be, so that the second one changes nothing.
  "campaigns.bid",
  "campaigns.rename",
  "media.bid",
  "phrases.setActivity",
  "phrases.setAutomaticExcluded",
  "phrases.setExcluded",
  "phrases.setFixed",
  "phrases.setPhrase",
  "phrases.setStrong",
  "webhooks.edit"
])

export const isRepeatable = (declared: Declared): boolean => isReadByGet(declared) || repeatable.has(originOf(declared))
