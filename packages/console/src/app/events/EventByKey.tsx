/** Opens an event whose idempotency key or id is known, such as from a receiver's log. */
import { useSignal } from "@preact/signals"
import { findEvent } from "../api/records.ts"
import { useAction } from "../data/useAction.ts"
import { addressOf, go } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { TextField } from "../view/fields/TextField.tsx"

export const EventByKey = ({ account }: AccountPageProps) => {
  const t = texts.value.events
  const key = useSignal("")
  const { failure, isRunning, run } = useAction(async () => {
    const { id } = await findEvent(account, key.peek().trim())
    go(addressOf("event", { sellerId: account.sellerId, id }, accountQuery(account)))
  })
  return (
    <form
      class="filter"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <TextField label={t.byKey} value={key} required />
      <button type="submit" disabled={isRunning}>
        {t.open}
      </button>
      <FailureNotice failure={failure} />
    </form>
  )
}
