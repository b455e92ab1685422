/** The history of changes. */
import { feature } from "../Feature.ts"
import { History } from "./History.ts"
import { historyRetention } from "./historyRetention.ts"
import { HistoryHandlers } from "./http/HistoryHandlers.ts"

export const history = feature({
  handlers: [HistoryHandlers],
  services: [History.layer],
  jobs: [],
  limits: {},
  retention: { history: historyRetention }
})
