/** What people read of media campaigns, in Markdown. Its source is Seller Statistics Reports, and the contract where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { bidRefusal, missing, refusals } from "./mediaRefusals.ts"

// our choice: one id in all examples, so that readers see what belongs together.
const advertId = 23569

const theCampaign = ["Id of the media campaign.", advertId] as const

const theItem = ["Id of the banner.", 68080] as const

const statuses =
  "1 template, 2 moderation, 3 rejected, 4 approved, 5 scheduled, 6 running, 7 completed, 8 refused, 9 paused by the seller, 10 paused for its daily limit, 11 paused for its budget"

const types = "1 paid by days, 2 paid by views"

const [aText, aString] = ["The body is the text alone.", "The body is a string of JSON."]

const [day, moment] = ["2026-01-15", "2026-01-15T12:30:00.125+03:00"]

const campaign = (schema: string) => ({
  [`${schema}.advertId`]: theCampaign,
  [`${schema}.name`]: ["What people call it.", "Winter sale"] as const,
  [`${schema}.brand`]: ["The brand that it is about.", "Plank"] as const,
  [`${schema}.type`]: [`How it is paid: ${types}.`, 2] as const,
  [`${schema}.status`]: [`How it is: ${statuses}.`, 6] as const,
  [`${schema}.createTime`]: ["When it was created.", moment] as const,
  [`${schema}.endTime`]: ["When it was over; absent before.", moment, "apart"] as const
})

const counts = (schema: string) => ({
  [`${schema}.views`]: ["How often it was shown.", 11849] as const,
  [`${schema}.clicks`]: ["How often it was clicked.", 209] as const,
  [`${schema}.atbs`]: ["How often a product was put into a basket.", 4] as const,
  [`${schema}.orders`]: ["How many orders there were.", 1] as const,
  [`${schema}.cr`]: ["Orders for a hundred clicks.", 0.48] as const,
  [`${schema}.ctr`]: ["Clicks for a hundred views.", 1.76] as const
})

export const mediaDocumentation: FeatureDocumentation = {
  fields: {
    "MediaCounts.all": ["How many media campaigns there are.", 6],
    "MediaCounts.adverts": ["The largest group of one type and status; null where there are none."],
    "MediaGroup.type": [`Their type: ${types}.`, 2],
    "MediaGroup.status": [`Their status: ${statuses}.`, 6],
    "MediaGroup.count": ["How many they are.", 2],
    ...campaign("MediaCampaign"),
    ...campaign("MediaCampaignInformation"),
    extended: ["Its dates and its money."],
    items: ["Its banners."],
    "MediaExtended.reason": ["Why it is in its status; null where nothing is known.", null],
    "MediaExtended.expenses": ["What it has spent, in roubles.", 10000],
    "MediaExtended.from": ["From when on it is shown; always, when absent.", moment],
    "MediaExtended.to": ["Until when it is shown; without an end, when absent.", moment],
    "MediaExtended.updated_at": ["When it was changed last.", moment],
    "MediaExtended.price": ["What its days cost, in roubles.", 0],
    "MediaExtended.budget": ["What is left of its budget, in roubles.", 5000],
    "MediaExtended.operation": ["Where its money comes from: 1 the balance, 2 the account.", 1],
    "MediaExtended.contract_id": ["Id of the contract.", 0],
    "MediaItem.id": ["Id of the banner.", 68080],
    "MediaItem.name": ["What people call it.", "Front page"],
    "MediaItem.status": [`How it is: ${statuses}.`, 6],
    place: ["Its place among others.", 2],
    "MediaItem.budget": ["Its part of the budget, in roubles.", 5000],
    daily_limit: ["What it may spend in a day in Moscow; 0 where that is not limited.", 500],
    category_name: ["Where it is shown.", "Главная"],
    "MediaItem.cpm": ["Its bid in roubles for a thousand views.", 351],
    url: ["Where it leads.", "https://shop.example/sale"],
    advert_type: ["What it is: 1 a banner, 2 a pop-up menu, 3 a mailing, 4 social networks, 5 a push notification.", 1],
    created_at: ["When it was created.", moment],
    "MediaItem.updated_at": ["When it was changed last.", moment],
    date_from: ["From when on it is shown.", moment],
    date_to: ["Until when it is shown.", moment],
    "MediaItem.nms": ["Articles of its products.", [12345678]],
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
    Erid: ["The mark of the advertisement.", "2VtzqwX"],
    advert_id: theCampaign,
    "MediaActionInput.reason": ["Why, for people: at most 1000 characters.", "The sale is over"],
    "MediaBidInput.item_id": theItem,
    "MediaBidInput.cpm": [
      "The bid in roubles for a thousand views, not less than the minimum, as a number or a text of digits.",
      400
    ],
    "MediaStatisticsRequest.id": theCampaign,
    "MediaStatisticsRequest.dates": ["Single days. Not together with an interval.", [day]],
    "MediaStatisticsRequest.interval": ["All days from the first to the last.", undefined, "apart"],
    "MediaInterval.begin": ["The first day.", day],
    "MediaInterval.end": ["The last day.", day],
    "MediaStatistics.interval": ["The interval, where one was asked for.", undefined, "apart"],
    "MediaStatistics.dates": ["The days, where single ones were asked for.", [day]],
    stats: ["What came of each banner."],
    "MediaStatistics.advert_id": ["The id that was asked for, where there is no such campaign.", advertId, "apart"],
    "MediaStatistics.error": ["That there is no such campaign.", missing.ru, "apart"],
    "MediaItemStatistics.item_id": theItem,
    item_name: ["What people call it.", "Front page"],
    ...counts("MediaItemStatistics"),
    "MediaItemStatistics.price": ["What its displays cost, in roubles.", 175000],
    "MediaItemStatistics.cpc": ["Roubles for a click.", 837.32],
    "MediaItemStatistics.status": [`How its campaign is: ${statuses}.`, 6],
    daily_stats: ["Each day on which there was something."],
    "MediaDay.date": ["The day: its midnight in Moscow.", "2026-01-15T00:00:00+03:00"],
    app_type_stats: ["Each platform."],
    app_type: ["1 a browser, 32 Android, 64 iOS.", 1],
    "MediaApp.stats": ["Its sums, as one element."],
    ...counts("MediaAppStatistics"),
    "MediaItemStatistics.expenses": ["What was spent, in roubles.", 175000],
    cr1: ["Baskets for a hundred clicks.", 1.91],
    cr2: ["Orders for a hundred baskets.", 25],
    "media.list?status": [`Only those of this status: ${statuses}.`, 6],
    "media.list?type": [`Only those of this type: ${types}.`, 2],
    "media.list?limit": ["How many at most: 1 to 1000; 100 when absent.", 100],
    "media.list?offset": ["How many are skipped before the first; none when absent.", 0],
    "media.list?order": [
      "What they are ordered by: `create`, the time of creation, or `id`; `create` when absent.",
      "id"
    ],
    "media.list?direction": ["`desc`, the greatest first, or `asc`; `desc` when absent.", "desc"],
    "media.information?id": theCampaign
  },
  answers: {
    "media.count": "How many there are.",
    "media.list": "A page of media campaigns.",
    "media.list 204": "There are none.",
    "media.list 400": `A parameter is wrong. ${aText}`,
    "media.information": "The media campaign.",
    "media.information 204": "There is no such media campaign.",
    "media.information 400": `The id is wrong. ${aText}`,
    "media.stop": "The media campaign is over.",
    "media.pause": "The media campaign is paused.",
    "media.pause 422":
      "The body is wrong, there is no such campaign, it is in no status for this, or it was paused 10 times today. Nothing was changed.",
    "media.launch": "The media campaign is launched. Its status is decided some minutes later.",
    "media.statistics": "What came of each campaign, in the order in which they were asked for.",
    "media.statistics 400": "The body is wrong.",
    "media.bid": "The banner has the bid.",
    "media.bid 400": `There is no such campaign or banner, it is not paid by views, it is over, or the bid is below the minimum. Nothing was changed. ${aString}`,
    "media.bid 422": `The body is wrong. Nothing was changed. ${aString}`,
    ...Object.fromEntries(
      ["media.stop", "media.launch"].flatMap((action) => [
        [`${action} 400`, `There is no such campaign, or it is in no status for this. Nothing was changed. ${aString}`],
        [`${action} 422`, `The body is wrong. Nothing was changed. ${aString}`]
      ])
    )
  },
  refusals: {
    "media.list 400": refusals.parameters,
    "media.information 400": refusals.id,
    "media.stop 400": refusals.status,
    "media.stop 422": refusals.body,
    "media.launch 400": refusals.status,
    "media.launch 422": refusals.body,
    "media.statistics 400": refusals.statistics,
    "media.bid 400": bidRefusal({ least: 100 }),
    "media.bid 422": refusals.body
  }
}
