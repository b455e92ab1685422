/** The history of changes. */
import { Duration } from "effect"
import { feature } from "../Feature.ts"
import { History } from "./History.ts"
import { HistoryHandlers } from "./http/HistoryHandlers.ts"

export const history = feature({
  handlers: [HistoryHandlers],
  services: [History.layer],
  jobs: [],
  limits: {},
  // our choice: a year to see who changed what.
  retention: {
    history: {
      period: Duration.days(365),
      remove: (age: Duration.Duration, most: number) => History.use(({ removeOld }) => removeOld(age, most))
    }
  }
})
