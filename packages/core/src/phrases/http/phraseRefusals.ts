/** What the operations on phrases refuse, as it is published (contract, entries of the operations). */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"

export const refusals = {
  request: [400, { ru: "Некорректный запрос", en: "Bad request" }],
  /** Contract, Set or delete fixed phrases. Both languages have the same text. */
  notFound: [400, { ru: "Not Found: Campaign not found", en: "Not Found: Campaign not found" }],
  manualOnly: [
    400,
    {
      ru: "Invalid Params: not available for unified campaigns",
      en: "Invalid Params: not available for unified campaigns"
    }
  ]
} as const satisfies Readonly<Record<string, PublishedRefusal>>
