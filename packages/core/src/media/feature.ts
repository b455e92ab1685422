/** Media campaigns: banners that the marketplace's own side puts in, and sellers stop, pause, launch and bid for. */
import { Layer } from "effect"
import { Configurations } from "../configuration/Configurations.ts"
import { feature } from "../Feature.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { mediaLimits } from "./http/mediaLimits.ts"
import { MediaHandlers } from "./http/MediaHandlers.ts"
import { MediaCampaigns } from "./MediaCampaigns.ts"
import { mediaProgression } from "./mediaProgression.ts"
import { mediaStatisticsAreKept, mediaStatisticsRows } from "./mediaRecords.ts"

export const media = feature({
  handlers: [MediaHandlers],
  services: [Layer.provide(MediaCampaigns.layer, Configurations.layer)],
  jobs: [mediaProgression],
  limits: mediaLimits,
  retention: { mediaStatistics: recordRetention(mediaStatisticsRows, mediaStatisticsAreKept) }
})
