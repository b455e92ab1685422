/** What stands around every page. */
import type { ComponentChildren } from "preact"
import { useAction } from "../data/useAction.ts"
import { addressOf } from "../routing/location.ts"
import { leave } from "../session/entering.ts"
import type { Session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { BrightnessChoice } from "./BrightnessChoice.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"
import { Navigation } from "./Navigation.tsx"

/** A logo is shown only where it cannot be asked for elsewhere: as data, or from this origin. */
const isOwn = (logo: string): boolean => /^data:image\/|^\/(?![/\\])/.test(logo)

interface Given {
  readonly session: Session
  readonly children: ComponentChildren
}

export const Shell = ({ children, session }: Given) => {
  const t = texts.value.shell
  const { failure, isRunning, run } = useAction(leave)
  const logo = session.theme?.logo
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <header class="top">
        <a class="brand" href={addressOf("home", {})}>
          {logo !== undefined && isOwn(logo) ? <img src={logo} alt="" /> : "Sellerkit"}
        </a>
        <div class="actions">
          <LanguageChoice />
          <BrightnessChoice />
          <button type="button" disabled={isRunning} onClick={run}>
            {t.logOut}
          </button>
        </div>
      </header>
      <Navigation session={session} />
      <main id="content" tabIndex={-1}>
        <FailureNotice failure={failure} />
        {children}
      </main>
    </div>
  )
}
