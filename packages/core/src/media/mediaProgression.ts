/** Has what launches, dates and days change in media campaigns take effect when it is time. */
import { Duration } from "effect"
import { dueRecordsJob } from "../records/dueRecordsJob.ts"
import { MediaCampaigns } from "./MediaCampaigns.ts"
import { mediaCampaigns } from "./mediaRecords.ts"

export const mediaProgression = dueRecordsJob({
  name: "mediaCampaigns",
  collection: mediaCampaigns,
  // our choice: a second's worth.
  most: 100,
  handle: (account, { advertId }) => MediaCampaigns.use((service) => service.progress(account, advertId)),
  problem: "What has become due of a media campaign could not be written; it is tried again",
  retryAfter: Duration.seconds(10),
  feedsDelivery: true
})
