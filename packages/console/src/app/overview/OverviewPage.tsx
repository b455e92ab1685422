/** How the service fares: what waits, and what delivers it. */
import { session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { Heading } from "../view/Heading.tsx"
import { Backlog } from "./Backlog.tsx"
import { Dispatchers } from "./Dispatchers.tsx"
import { LastHour } from "./LastHour.tsx"

export const OverviewPage = () => (
  <>
    <Heading title={texts.value.overview.title} />
    <Backlog />
    <Dispatchers />
    {session.value?.features.live === true && <LastHour />}
  </>
)
