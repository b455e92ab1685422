/** The events that a webhook is subscribed to, by their scopes. */
import type { EventScope, Subscription } from "../../api/http/answers.ts"
import { texts } from "../../texts/texts.ts"

const isSame = (one: Subscription, other: Subscription): boolean =>
  one.scope === other.scope && one.event === other.event

/** With it where it was not, and without it where it was. */
const toggled = (chosen: ReadonlyArray<Subscription>, subscription: Subscription): ReadonlyArray<Subscription> => {
  const others = chosen.filter((other) => !isSame(other, subscription))
  return others.length < chosen.length ? others : [...chosen, subscription]
}

interface Given {
  readonly scopes: ReadonlyArray<EventScope>
  readonly chosen: ReadonlyArray<Subscription>
  readonly problems: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<Subscription>) => void
}

export const SubscriptionChoice = ({ chosen, onChange, problems, scopes }: Given) => (
  <fieldset>
    <legend>{texts.value.webhooks.subscriptions}</legend>
    {problems.map((problem) => (
      <p class="problem" key={problem}>
        {problem}
      </p>
    ))}
    {scopes.map((scope) => (
      <fieldset key={scope.key}>
        <legend>{scope.name}</legend>
        {scope.eventTypes.map((eventType) => {
          const subscription = { scope: scope.key, event: eventType.key }
          return (
            <label class="choice" key={eventType.key}>
              <input
                type="checkbox"
                checked={chosen.some((other) => isSame(other, subscription))}
                onChange={() => onChange(toggled(chosen, subscription))}
              />
              {eventType.name} <code class="faint">{eventType.key}</code>
            </label>
          )
        })}
      </fieldset>
    ))}
  </fieldset>
)
