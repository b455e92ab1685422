/** What is shown at all: the log-in until there is a session, and then the page of the address. */
import { Fragment } from "preact"
import { useResource } from "./data/useResource.ts"
import { resume } from "./session/entering.ts"
import { LogIn } from "./session/LogIn.tsx"
import { sessionState } from "./session/session.ts"
import { CurrentPage } from "./shell/CurrentPage.tsx"
import { Shell } from "./shell/Shell.tsx"
import { Confirmation } from "./view/Confirmation.tsx"
import { Loaded } from "./view/states/Loaded.tsx"
import { Notices } from "./view/states/Notices.tsx"

/** Asks whether there is a session, until that is known. */
const Beginning = () => {
  const resource = useResource("session", async (signal) => {
    await resume(signal)
    return true
  })
  return (
    <main class="centre">
      <Loaded resource={resource}>{() => null}</Loaded>
    </main>
  )
}

const Face = () => {
  const state = sessionState.value
  switch (state.kind) {
    case "unknown":
      return <Beginning />
    case "none":
      return <LogIn hasEnded={state.hasEnded} />
    case "open":
      return (
        <Shell session={state.session}>
          <CurrentPage session={state.session} />
        </Shell>
      )
  }
}

export const App = () => (
  <Fragment>
    <Face />
    <Confirmation />
    <Notices />
  </Fragment>
)
