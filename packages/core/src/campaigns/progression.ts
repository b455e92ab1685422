/** Has changes of campaigns take effect when it is time. */
import { Duration } from "effect"
import { dueRecordsJob } from "../records/dueRecordsJob.ts"
import { campaigns } from "./campaignRecords.ts"
import { Campaigns } from "./Campaigns.ts"

export const progression = dueRecordsJob({
  name: "campaigns",
  collection: campaigns,
  // our choice: a second's worth.
  most: 100,
  handle: (account, { advertId }) => Campaigns.use((service) => service.progress(account, advertId)),
  problem: "What has become due of a campaign could not be written; it is tried again",
  retryAfter: Duration.seconds(10),
  feedsDelivery: true
})
