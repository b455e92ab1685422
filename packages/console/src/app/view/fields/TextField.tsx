/** A labelled field for a text, whose value is a signal. */
import type { Signal } from "@preact/signals"
import { h, type LooseInputHTMLAttributes } from "preact"
import { Field } from "./Field.tsx"

interface Given extends Pick<
  LooseInputHTMLAttributes,
  "autocomplete" | "max" | "min" | "pattern" | "readOnly" | "required" | "step" | "title"
> {
  readonly type?: "number" | "password" | "text" | "url"
  readonly label: string
  readonly hint?: string | undefined
  readonly problems?: ReadonlyArray<string>
  readonly value: Signal<string>
}

export const TextField = ({ hint, label, problems = [], type = "text", value, ...input }: Given) => (
  <Field label={label} hint={hint} problems={problems}>
    {(attributes) =>
      // As an element of JSX, each type of input has properties of its own.
      h<LooseInputHTMLAttributes, HTMLInputElement>("input", {
        autocomplete: "off",
        spellcheck: false,
        ...attributes,
        ...input,
        type,
        value: value.value,
        onInput: (event) => {
          value.value = event.currentTarget.value
        }
      })
    }
  </Field>
)
