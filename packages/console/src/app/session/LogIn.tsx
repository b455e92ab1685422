/** Asks for the operator's key. The address stays as it is, so that its page is shown afterwards. */
import { useSignal } from "@preact/signals"
import { useAction } from "../data/useAction.ts"
import { LanguageChoice } from "../shell/LanguageChoice.tsx"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Heading } from "../view/Heading.tsx"
import { TextField } from "../view/fields/TextField.tsx"
import { enter } from "./entering.ts"

export const LogIn = ({ hasEnded }: { readonly hasEnded: boolean }) => {
  const t = texts.value.logIn
  const key = useSignal("")
  const { failure, isRunning, run } = useAction(() => enter({ operatorKey: key.peek() }))
  const isWrong = failure?.reason.kind === "ended"
  return (
    <main class="centre">
      <Heading title={t.title} />
      {hasEnded && <p class="notice">{t.hasEnded}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <TextField
          label={t.key}
          hint={t.hint}
          value={key}
          type="password"
          autocomplete="current-password"
          required
          problems={isWrong ? [t.isWrong] : []}
        />
        <FailureNotice failure={isWrong ? undefined : failure} />
        <div class="actions">
          <button type="submit" class="main" disabled={isRunning}>
            {t.submit}
          </button>
          <LanguageChoice />
        </div>
      </form>
    </main>
  )
}
