/** What the operations on products refuse, as it is published (contract, Nomenclatures for campaigns). */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"

export const refusals = {
  request: [400, { ru: "Ошибка обработки тела запроса", en: "Error processing request body" }]
} as const satisfies Readonly<Record<string, PublishedRefusal>>
