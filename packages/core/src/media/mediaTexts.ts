/** What people read of media campaigns wherever they are shown or put in, in Markdown. */
import type { Documentation } from "../http/description/Documentation.ts"

type Fields = Documentation["fields"]

export const mediaStatuses =
  "1 template, 2 moderation, 3 rejected, 4 approved, 5 scheduled, 6 running, 7 completed, 8 refused, 9 paused by the seller, 10 paused for its daily limit, 11 paused for its budget"

export const mediaTypes = "1 paid by days, 2 paid by views"

const moment = "2026-01-15T12:30:00.125+03:00"

/** `schema`: what the banner is called in the document. */
export const mediaItemFields = (schema: string): Fields => ({
  [`${schema}.id`]: ["Id of the banner.", 68080],
  [`${schema}.name`]: ["What people call it.", "Front page"],
  [`${schema}.status`]: [`How it is: ${mediaStatuses}.`, 6],
  place: ["Its place among others.", 2],
  [`${schema}.budget`]: ["Its part of the budget, in roubles.", 5000],
  daily_limit: ["What it may spend in a day in Moscow; 0 where that is not limited.", 500],
  category_name: ["Where it is shown.", "Главная"],
  [`${schema}.cpm`]: ["Its bid in roubles for a thousand views.", 351],
  url: ["Where it leads.", "https://shop.example/sale"],
  advert_type: ["What it is: 1 a banner, 2 a pop-up menu, 3 a mailing, 4 social networks, 5 a push notification.", 1],
  created_at: ["When it was created.", moment],
  [`${schema}.updated_at`]: ["When it was changed last.", moment],
  date_from: ["From when on it is shown.", moment],
  date_to: ["Until when it is shown.", moment],
  [`${schema}.nms`]: ["Articles of its products.", [12345678]],
  bottomText1: ["The first line below it.", "Скидки"],
  bottomText2: ["The second line below it.", "до 50 %"],
  message: ["The text of a mailing.", "Sale"],
  additionalSettings: ["Further settings, as a number.", 1],
  receiversCount: ["How many get a mailing.", 1],
  subject_id: ["Id of the subject.", 192],
  subject_name: ["Name of the subject.", "Рубашки"],
  action_name: ["The sale that it is about.", "Распродажа"],
  show_hours: ["The hours of the day in which it is shown."],
  From: ["The first hour.", 7],
  To: ["The last hour.", 8],
  Erid: ["The mark of the advertisement.", "2VtzqwX"]
})

/** The same of its dates and its money. */
export const mediaExtendedFields = (schema: string): Fields => ({
  extended: ["Its dates and its money."],
  items: ["Its banners."],
  [`${schema}.reason`]: ["Why it is in its status; null where nothing is known.", null],
  [`${schema}.expenses`]: ["What it has spent, in roubles.", 10000],
  [`${schema}.from`]: ["From when on it is shown; always, when absent.", moment],
  [`${schema}.to`]: ["Until when it is shown; without an end, when absent.", moment],
  [`${schema}.updated_at`]: ["When it was changed last.", moment],
  [`${schema}.price`]: ["What its days cost, in roubles.", 0],
  [`${schema}.budget`]: ["What is left of its budget, in roubles.", 5000],
  [`${schema}.operation`]: ["Where its money comes from: 1 the balance, 2 the account.", 1],
  [`${schema}.contract_id`]: ["Id of the contract.", 0]
})
