/** What a token is to say. */
import { useSignal } from "@preact/signals"
import { type MadeToken, makeToken } from "../api/tokens.ts"
import { useAction } from "../data/useAction.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/FailureNotice.tsx"
import { Field, problemsAt } from "../view/Field.tsx"
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
            onChange(
              event.currentTarget.checked ? [...chosen, category] : chosen.filter((other) => other !== category)
            )
          }
        />
        {categories[category]}
      </label>
    ))}
  </fieldset>
)

/** The fields as they are entered. */
const usual = { sellerId: "", serviceId: "", days: String(days.usual), readOnly: false, sandbox: false }

export const TokenForm = ({ onMade }: { readonly onMade: (token: MadeToken) => void }) => {
  const t = texts.value.tokens
  const fields = useSignal(usual)
  const chosen = useSignal<ReadonlyArray<string>>(all)
  const { failure, isRunning, run } = useAction(async () => {
    const { days, readOnly, sandbox, sellerId, serviceId } = fields.peek()
    const token = await makeToken({
      sellerId: sellerId.trim(),
      ...(serviceId.trim() === "" ? {} : { serviceId: serviceId.trim() }),
      categories: chosen.peek(),
      readOnly,
      sandbox,
      expiresIn: Math.round(Number(days) * secondsPerDay)
    })
    onMade(token)
  })
  const set = (changes: Partial<typeof usual>): void => {
    fields.value = { ...fields.peek(), ...changes }
  }
  const text = (name: "days" | "sellerId" | "serviceId") => ({
    value: fields.value[name],
    onInput: (event: Event & { readonly currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value })
  })
  const choice = (name: "readOnly" | "sandbox") => (
    <label class="choice">
      <input
        type="checkbox"
        checked={fields.value[name]}
        onChange={(event) => set({ [name]: event.currentTarget.checked })}
      />
      {t[name]}
    </label>
  )
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
      <Field label={t.sellerId} problems={problemsAt(failure, "body.sellerId")}>
        {(attributes) => <input {...attributes} {...text("sellerId")} required autocomplete="off" spellcheck={false} />}
      </Field>
      <Field label={t.serviceId} hint={t.serviceHint} problems={problemsAt(failure, "body.serviceId")}>
        {(attributes) => <input {...attributes} {...text("serviceId")} autocomplete="off" spellcheck={false} />}
      </Field>
      <CategoryChoice
        chosen={chosen.value}
        onChange={(changed) => {
          chosen.value = changed
        }}
      />
      {choice("readOnly")}
      {choice("sandbox")}
      <Field label={t.days} problems={problemsAt(failure, "body.expiresIn")}>
        {(attributes) => <input {...attributes} {...text("days")} type="number" min={1} max={days.longest} required />}
      </Field>
      <FailureNotice failure={failure} />
      <button type="submit" class="main" disabled={isRunning}>
        {t.make}
      </button>
    </form>
  )
}
