/** Moves money of the seller to a campaign. */
import { useSignal } from "@preact/signals"
import { type Money, moneySources } from "@sellerkit/core"
import { topUp } from "../api/campaigns.ts"
import { useAction } from "../data/useAction.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Field } from "../view/fields/Field.tsx"
import { say } from "../view/states/Notices.tsx"
import { TextField } from "../view/fields/TextField.tsx"

const names = Object.keys(moneySources) as ReadonlyArray<Money.Source>

interface Given extends AccountPageProps {
  readonly advertId: number
  readonly onChange: () => void
}

export const TopUp = ({ account, advertId, onChange }: Given) => {
  const t = texts.value.campaigns
  const sum = useSignal("1000")
  const source = useSignal<Money.Source>("account")
  const { failure, isRunning, run } = useAction(async () => {
    await topUp(account, advertId, { sum: Number(sum.peek()), source: source.peek() })
    say(texts.peek().campaigns.toppedUp)
    onChange()
  })
  return (
    <form
      class="narrow"
      aria-labelledby="top-up"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <h2 id="top-up">{t.topUp}</h2>
      <TextField label={t.sum} hint={t.sumHint} value={sum} type="number" min={50} required />
      <Field label={t.source}>
        {(attributes) => (
          <select
            {...attributes}
            value={source.value}
            onChange={(event) => {
              source.value = names.find((name) => name === event.currentTarget.value) ?? "account"
            }}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {t.sources[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FailureNotice failure={failure} />
      <button type="submit" disabled={isRunning}>
        {t.topUp}
      </button>
    </form>
  )
}
