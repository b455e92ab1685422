/** Something that is chosen or not, whose value is a signal. */
import type { Signal } from "@preact/signals"

interface Given {
  readonly label: string
  readonly value: Signal<boolean>
}

export const Choice = ({ label, value }: Given) => (
  <label class="choice">
    <input
      type="checkbox"
      checked={value.value}
      onChange={(event) => {
        value.value = event.currentTarget.checked
      }}
    />
    {label}
  </label>
)
