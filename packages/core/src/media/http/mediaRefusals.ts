/**
 * What the operations on media campaigns refuse, as it is published (contract, entries of the operations). Texts without a source are
 * marked: our choice.
 */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"

export const refusals = {
  /** Contract, Media campaign information. */
  id: [400, { ru: "Некорректный ID РК", en: "Incorrect campaign ID" }],
  // our choice: nothing is published for other parameters of the lists.
  parameters: [400, { ru: "Некорректные параметры запроса", en: "Incorrect request parameters" }],
  notFound: [400, { ru: "Кампания не найдена", en: "Campaign not found" }],
  status: [400, { ru: "Перевод в новый статус невозможен", en: "The status cannot be changed to the new one" }],
  // our choice: the text of other campaigns.
  body: [422, { ru: "Ошибка обработки тела запроса", en: "Error processing request body" }],
  // our choice: the document states the rule, and no text.
  pauses: [
    422,
    {
      ru: "Допускается не более 10 пауз в день, день считается от полуночи по московскому времени",
      en: "At most 10 pauses a day are allowed; the day is counted from midnight in Moscow"
    }
  ],
  /** Contract, Change banner bid. */
  byViews: [400, { ru: "Тип размещения должен быть по показам", en: "The placement has to be paid by views" }],
  active: [400, { ru: "Изменение возможно только для активных кампаний", en: "Only active campaigns can be changed" }],
  /** Contract, Media campaign statistics. */
  statistics: [400, { ru: "Некорректное тело запроса", en: "Incorrect request body" }]
} as const satisfies Readonly<Record<string, PublishedRefusal>>

/** Contract, Change banner bid. */
export const itemRefusal = ({ itemId }: { readonly itemId: number }): PublishedRefusal => [
  400,
  { ru: `Ошибка получения айтемов: ${itemId}`, en: `Error getting items: ${itemId}` }
]

/** Contract, Change banner bid. */
export const bidRefusal = ({ least }: { readonly least: number }): PublishedRefusal => [
  400,
  { ru: `Ставка не может быть менее ${least} рублей`, en: `The bid cannot be below ${least} roubles` }
]

/** Of a campaign that is not there, in an answer about several (contract, Media campaign statistics, Note). */
export const missing = { ru: "кампания не найдена", en: "campaign not found" } as const
