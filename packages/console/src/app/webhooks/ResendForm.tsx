/** Has the events of a period sent again. */
import { useSignal } from "@preact/signals"
import { resendPeriod } from "../api/resends.ts"
import { useAction } from "../data/useAction.ts"
import { addressOf, go } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Choice } from "../view/fields/Choice.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { problemsAt } from "../view/fields/Field.tsx"
import { InstantField } from "../view/fields/InstantField.tsx"
import { TextField } from "../view/fields/TextField.tsx"

const day = 24 * 60 * 60 * 1000

export const ResendForm = ({ account, webhookId }: AccountPageProps & { readonly webhookId: string }) => {
  const t = texts.value.resend
  const since = useSignal(new Date(Date.now() - day).toISOString())
  const until = useSignal("")
  const onlyFailed = useSignal(true)
  const speed = useSignal("")
  const { failure, isRunning, run } = useAction(async () => {
    const { id } = await resendPeriod(account, webhookId, {
      since: since.peek(),
      onlyFailed: onlyFailed.peek(),
      ...(until.peek() === "" ? {} : { until: until.peek() }),
      ...(speed.peek() === "" ? {} : { eventsPerSecond: Number(speed.peek()) })
    })
    go(addressOf("resend", { sellerId: account.sellerId, id }, accountQuery(account)))
  })
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <InstantField
        label={t.since}
        isRequired
        problems={problemsAt(failure, "body.since")}
        value={since.value}
        onChange={(instant) => {
          since.value = instant
        }}
      />
      <InstantField
        label={t.until}
        hint={t.untilHint}
        problems={problemsAt(failure, "body.until")}
        value={until.value}
        onChange={(instant) => {
          until.value = instant
        }}
      />
      <Choice label={t.onlyFailed} value={onlyFailed} />
      <TextField
        label={t.speed}
        hint={t.speedHint}
        value={speed}
        type="number"
        min={1}
        max={10_000}
        problems={problemsAt(failure, "body.eventsPerSecond")}
      />
      <FailureNotice failure={failure} />
      <button type="submit" disabled={isRunning}>
        {t.begin}
      </button>
    </form>
  )
}
