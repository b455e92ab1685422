/** What a token is to say. */
import { useSignal } from "@preact/signals"
import { type MadeToken, makeToken } from "../api/tokens.ts"
import { useAction } from "../data/useAction.ts"
import { texts } from "../texts/texts.ts"
import { Choice } from "../view/fields/Choice.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { problemsAt } from "../view/fields/Field.tsx"
import { TextField } from "../view/fields/TextField.tsx"
import { categories } from "./categories.ts"

const secondsPerDay = 24 * 60 * 60

/** The usual lifetime of tokens, and the longest (core, `access/TokenRequest.ts`). */
const days = { usual: 180, longest: 366 } as const

const all = Object.keys(categories) as ReadonlyArray<keyof typeof categories>

interface CategoryChoiceProps {
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

const CategoryChoice = ({ chosen, onChange }: CategoryChoiceProps) => (
  <fieldset>
    <legend>{texts.value.tokens.categories}</legend>
    {all.map((category) => (
      <label class="choice" key={category}>
        <input
          type="checkbox"
          checked={chosen.includes(category)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, category] : chosen.filter((other) => other !== category))
          }
        />
        {categories[category]}
      </label>
    ))}
  </fieldset>
)

export const TokenForm = ({ onMade }: { readonly onMade: (token: MadeToken) => void }) => {
  const t = texts.value.tokens
  const sellerId = useSignal("")
  const serviceId = useSignal("")
  const chosen = useSignal<ReadonlyArray<string>>(all)
  const readOnly = useSignal(false)
  const sandbox = useSignal(false)
  const lifetime = useSignal(String(days.usual))
  const { failure, isRunning, run } = useAction(async () => {
    const service = serviceId.peek().trim()
    const token = await makeToken({
      sellerId: sellerId.peek().trim(),
      ...(service === "" ? {} : { serviceId: service }),
      categories: chosen.peek(),
      readOnly: readOnly.peek(),
      sandbox: sandbox.peek(),
      expiresIn: Math.round(Number(lifetime.peek()) * secondsPerDay)
    })
    onMade(token)
  })
  const problems = (name: string): ReadonlyArray<string> => problemsAt(failure, `body.${name}`)
  return (
    <form
      class="narrow"
      aria-labelledby="make"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <h2 id="make">{t.make}</h2>
      <TextField label={t.sellerId} value={sellerId} required problems={problems("sellerId")} />
      <TextField label={t.serviceId} hint={t.serviceHint} value={serviceId} problems={problems("serviceId")} />
      <CategoryChoice
        chosen={chosen.value}
        onChange={(changed) => {
          chosen.value = changed
        }}
      />
      <Choice label={t.readOnly} value={readOnly} />
      <Choice label={t.sandbox} value={sandbox} />
      <TextField
        label={t.days}
        value={lifetime}
        type="number"
        min={1}
        max={days.longest}
        required
        problems={problems("expiresIn")}
      />
      <FailureNotice failure={failure} />
      <button type="submit" class="main" disabled={isRunning}>
        {t.make}
      </button>
    </form>
  )
}
