/** Bounds of time for a list, which are in the address. */
import { goWith, query } from "../../routing/location.ts"
import { texts } from "../../texts/texts.ts"
import { InstantField } from "./InstantField.tsx"

/** A list with other bounds begins at its first page. */
export const fromTheStart = { next: undefined, prev: undefined } as const

export const PeriodFilter = () => {
  const t = texts.value.period
  return (
    <>
      <InstantField
        label={t.from}
        value={query.value.get("from") ?? ""}
        onChange={(from) => goWith({ from, ...fromTheStart })}
      />
      <InstantField
        label={t.to}
        value={query.value.get("to") ?? ""}
        onChange={(to) => goWith({ to, ...fromTheStart })}
      />
    </>
  )
}
