/** What people read of statistics of campaigns, in Markdown. Its source is Seller Statistics Reports, and the contract where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { refusals } from "./statisticsRefusals.ts"

const theCampaign = ["Id of the campaign.", 28150154] as const

const day = "2026-01-15"

/** A day as answers write it. */
const midnight = "2026-01-15T03:00:00+03:00"

export const statisticsDocumentation: FeatureDocumentation = {
  fields: {
    "StatisticsRequest.id": theCampaign,
    "StatisticsRequest.dates": ["Single days, at most 31. Not together with an interval.", [day]],
    "StatisticsRequest.interval": ["All days from the first to the last.", undefined, "apart"],
    begin: ["The first day.", day],
    end: ["The last day.", day],
    views: ["How often it was shown.", 1052],
    clicks: ["How often it was clicked.", 20],
    ctr: ["Clicks for a hundred views.", 1.9],
    cpc: ["Roubles for a click.", 8.88],
    sum: ["What was spent, in roubles.", 177.7],
    atbs: ["How often a product was put into a basket.", 6],
    orders: ["How many orders there were.", 2],
    cr: ["Orders for a hundred clicks.", 10],
    shks: ["How many pieces were ordered.", 3],
    sum_price: ["What the orders come to, in roubles.", 3998],
    canceled: ["How many pieces were cancelled.", 0],
    "CampaignStatistics.dates": ["The days, where single ones were asked for, or none.", [day]],
    "CampaignStatistics.interval": ["The interval, where one was asked for.", undefined, "apart"],
    "CampaignStatistics.advertId": theCampaign,
    days: ["Each day on which there was something."],
    "DayStatistics.date": ["The day: its midnight in UTC, told in Moscow time.", midnight],
    apps: ["Each platform."],
    appType: ["1 a browser, 32 Android, 64 iOS.", 32],
    "AppStatistics.nm": ["Each product."],
    nmId: ["Article of the product.", 12345678],
    "ProductStatistics.name": ["What it is called; empty where the seller does not have it any more.", "Рубашка синяя"],
    boosterStats: ["Average positions of products, of automatic campaigns."],
    "AveragePosition.date": ["The day.", midnight],
    avg_position: ["The average position.", 14.5],
    "Clusters.excluded": ["The minus-phrases of the campaign.", ["рубашка детская"]],
    clusters: ["Phrases with the same words are one cluster. The most viewed ones come first."],
    cluster: ["Its most viewed phrase.", "рубашка синяя"],
    "Cluster.count": ["How often its phrases were shown.", 772],
    "Cluster.keywords": ["Its phrases.", ["рубашка синяя", "синяя рубашка"]],
    words: ["The phrases of the campaign."],
    "CampaignWords.phrase": ["Minus-phrases of phrase match.", ["дешево"]],
    "CampaignWords.strong": ["Minus-phrases of exact match.", ["рубашка"]],
    "CampaignWords.excluded": ["Minus-phrases from search, or of an automatic campaign.", ["рубашка детская"]],
    "CampaignWords.pluse": ["Fixed phrases.", ["рубашка синяя"]],
    "CampaignWords.keywords": ["The phrases that it was shown for most."],
    keyword: ["The phrase.", "рубашка синяя"],
    "KeyPhraseCount.count": ["How often it was shown for that.", 772],
    fixed: ["Whether the fixed phrases are active.", true],
    stat: ["The total of the campaign, and then the 60 phrases with most views."],
    "KeyPhraseStatistics.advertId": theCampaign,
    "KeyPhraseStatistics.keyword": ["The phrase; of the first element `Всего по кампании`.", "Всего по кампании"],
    advertName: ["Always empty.", ""],
    campaignName: ["What the campaign is called.", "Winter shirts"],
    "KeyPhraseStatistics.begin": ["When the first day began that has something.", "2026-01-15T00:00:00.000+03:00"],
    "KeyPhraseStatistics.end": ["When the last one ended, or now.", "2026-01-15T12:30:00.000+03:00"],
    frq: ["Views for each person. Nobody tells how many people there were: 1 where there was a view.", 1],
    duration: ["How long that is, in seconds.", 45000],
    "Keywords.keywords": ["Each day on which there was something."],
    "KeywordDay.date": ["The day.", day],
    stats: ["Its phrases, the most viewed first."],
    "ErrorMessage.message": ["Why it is refused.", refusals.tooLong[1].ru],
    "ErrorMessage.type": ["The status in words.", "bad request"],
    "statistics.campaigns.body": [
      "Campaigns, 1 to 100, each with days, with an interval, or with neither for the last 24 hours.",
      [{ id: 28150154, dates: [day] }]
    ],
    "statistics.clusters?id": theCampaign,
    "statistics.keyPhrases?id": theCampaign,
    "statistics.keywords?advert_id": theCampaign,
    "statistics.keywords?from": ["The first day.", day],
    "statistics.keywords?to": ["The last day, at most 6 days later.", day]
  },
  answers: {
    "statistics.campaigns":
      "The statistics of those campaigns that are or were shown, in the order in which they were asked for.",
    "statistics.campaigns 400":
      "The request is wrong, the interval is longer than the configuration value `api_fullstat_day_depth`, or the seller has none of the campaigns.",
    "statistics.clusters": "Its phrases, grouped.",
    "statistics.clusters 400": "The id is wrong, the seller has no such campaign, or it is not automatic.",
    "statistics.keyPhrases": "Its phrases, and what came of them.",
    "statistics.keyPhrases 400": "The id is wrong, or the seller has no such campaign.",
    "statistics.keywords": "Its phrases by days.",
    "statistics.keywords 400": "A parameter is wrong, or the period is longer than 7 days.",
    "statistics.keywords 404": "The seller has no such campaign."
  },
  refusals: {
    "statistics.campaigns 400": refusals.notFound,
    "statistics.clusters 400": refusals.automaticOnly,
    "statistics.keyPhrases 400": refusals.notFound,
    "statistics.keywords 400": refusals.tooLong,
    "statistics.keywords 404": refusals.missing
  }
}
