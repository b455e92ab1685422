/** Names and what they are, one below the other. */
import type { ComponentChildren } from "preact"

/** Without a value it is left out. */
export type Fact = readonly [name: string, value: ComponentChildren | undefined]

export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <dl class="facts">
    {facts.map(([name, value]) =>
      value === undefined ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      )
    )}
  </dl>
)

/** A time that may be missing. */
export const optional = <Value, Shown>(value: Value | undefined, show: (value: Value) => Shown): Shown | undefined =>
  value === undefined ? undefined : show(value)
