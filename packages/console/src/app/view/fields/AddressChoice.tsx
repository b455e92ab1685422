/** Chooses one of several numbers, or none. The choice stands in the address. */
import { goWith, query } from "../../routing/location.ts"

interface ChoiceProps<Value extends number> {
  readonly name: string
  readonly label: string
  readonly any: string
  readonly values: ReadonlyArray<Value>
  readonly wordOf: (value: Value) => string
}

export const AddressChoice = <Value extends number>({ any, label, name, values, wordOf }: ChoiceProps<Value>) => (
  <select
    aria-label={label}
    value={query.value.get(name) ?? ""}
    onChange={(event) => goWith({ [name]: event.currentTarget.value, next: undefined, prev: undefined })}
  >
    <option value="">{any}</option>
    {values.map((value) => (
      <option key={value} value={value}>
        {wordOf(value)}
      </option>
    ))}
  </select>
)

/** Undefined: any. */
export const chosen = (name: string): number | undefined => Number(query.value.get(name) ?? "") || undefined
