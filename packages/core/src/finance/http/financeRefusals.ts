/** What the operations on money refuse, as it is published (contract, entries of the operations). */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"

export const refusals = {
  /** Contract, Campaign budget. */
  notOwned: [400, { ru: "кампания не принадлежит продавцу", en: "Campaign does not belong to the seller" }],
  /** Contract, Create automatic campaign. */
  source: [400, { ru: "Некорректный тип списания", en: "Incorrect type of charge" }],
  // our choice, as all that follow: nothing is published for these.
  advertId: [400, { ru: "Некорректный идентификатор кампании", en: "Invalid campaign identifier" }],
  body: [400, { ru: "Некорректное тело запроса", en: "Incorrect request body" }],
  status: [400, { ru: "Кампания завершена", en: "The campaign is over" }],
  period: [400, { ru: "Некорректный период: от 1 до 31 дня", en: "Incorrect period: from 1 to 31 days" }]
} as const satisfies Readonly<Record<string, PublishedRefusal>>
