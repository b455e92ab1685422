/** Which operations may be sent again when nobody knows whether they were carried out. */
import { Option } from "effect"
import { type Declared, findOperation, originOf } from "../http/Operation.ts"

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

/** Some changes are made by GET. What anybody may call changes nothing. */
const isRead = (declared: Declared): boolean =>
  declared.endpoint.method === "GET" && Option.getOrUndefined(findOperation(declared))?.access.refusesReadOnly !== true

export const isRepeatable = (declared: Declared): boolean => isRead(declared) || repeatable.has(originOf(declared))
