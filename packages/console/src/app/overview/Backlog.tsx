/** What waits for its delivery, of all sellers together. */
import { countBacklog } from "../api/backlog.ts"
import { useResource } from "../data/useResource.ts"
import { texts } from "../texts/texts.ts"
import { Facts } from "../view/Facts.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { refreshed } from "./refreshed.ts"

export const Backlog = () => {
  const t = texts.value.overview
  const resource = useResource("backlog", countBacklog, { every: () => refreshed })
  return (
    <section aria-labelledby="backlog">
      <h2 id="backlog">{t.backlog}</h2>
      <Loaded resource={resource}>
        {({ backingOff, overdueFor, waiting }) => (
          <Facts
            facts={[
              [t.waiting, waiting],
              [t.overdue, t.seconds(overdueFor)],
              [t.backingOff, backingOff]
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}
