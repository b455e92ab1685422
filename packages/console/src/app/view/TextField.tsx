/** A labelled field for a text, whose value is a signal. */
import type { Signal } from "@preact/signals"
import type { InputHTMLAttributes } from "preact"
import { Field } from "./Field.tsx"

interface Given extends Pick<
  InputHTMLAttributes,
  "autocomplete" | "max" | "min" | "pattern" | "readOnly" | "required" | "title" | "type"
> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problems?: ReadonlyArray<string>
  readonly value: Signal<string>
}

export const TextField = ({ hint, label, problems = [], value, ...input }: Given) => (
  <Field label={label} hint={hint} problems={problems}>
    {(attributes) => (
      <input
        autocomplete="off"
        spellcheck={false}
        {...attributes}
        {...input}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value
        }}
      />
    )}
  </Field>
)
