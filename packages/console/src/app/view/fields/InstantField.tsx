/** A time that the viewer enters in its own zone. */
import { instantOf, localOf } from "../time/instants.ts"
import { Field } from "./Field.tsx"

interface Given {
  readonly label: string
  readonly hint?: string
  readonly problems?: ReadonlyArray<string>
  readonly isRequired?: boolean
  /** An instant; empty for none. */
  readonly value: string
  readonly onChange: (instant: string) => void
}

export const InstantField = ({ hint, isRequired = false, label, onChange, problems = [], value }: Given) => (
  <Field label={label} hint={hint} problems={problems}>
    {(attributes) => (
      <input
        {...attributes}
        type="datetime-local"
        step={1}
        required={isRequired}
        value={localOf(value)}
        title={value}
        onChange={(event) => onChange(instantOf(event.currentTarget.value))}
      />
    )}
  </Field>
)
