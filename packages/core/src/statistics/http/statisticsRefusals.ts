/** What the operations on statistics refuse, as it is published (contract, entries of the operations). */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"
import { mostAnswerRows } from "../mostAnswerRows.ts"

export const refusals = {
  notFound: [400, { ru: "кампания не найдена", en: "campaign not found" }],
  begin: [400, { ru: "Некорректная дата начала", en: "Incorrect start date" }],
  end: [400, { ru: "Некорректная дата конца", en: "Incorrect end date" }],
  automaticOnly: [
    400,
    { ru: "доступно только для автоматических кампаний", en: "available for automatic campaigns only" }
  ],
  /** Contract, Media campaign statistics. */
  body: [400, { ru: "Некорректное тело запроса", en: "Incorrect request body" }],
  // our choice: nothing is published for it.
  tooManyRows: [
    400,
    {
      ru: `В ответе больше ${mostAnswerRows} строк статистики. Запросите меньше кампаний или более короткий период`,
      en: `The answer has more than ${mostAnswerRows} rows of statistics. Ask for fewer campaigns or a shorter period`
    }
  ],
  /** Both languages have the same texts in what follows. */
  tooLong: [
    400,
    {
      ru: "the period of stats cannot be more than one week",
      en: "the period of stats cannot be more than one week"
    }
  ],
  missing: [404, { ru: "campaign not found", en: "campaign not found" }],
  // our choice: nothing is published for it.
  parameters: [400, { ru: "wrong parameters", en: "wrong parameters" }]
} as const satisfies Readonly<Record<string, PublishedRefusal>>
