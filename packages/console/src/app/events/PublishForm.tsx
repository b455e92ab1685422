/** Publishes one event, as the marketplace does. */
import { type Signal, useSignal } from "@preact/signals"
import type { EventKind } from "../api/eventTypes.ts"
import { publish } from "../api/publish.ts"
import { useAction } from "../data/useAction.ts"
import { addressOf, go } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Field, problemsAt } from "../view/fields/Field.tsx"
import { say } from "../view/states/Notices.tsx"
import { TextField } from "../view/fields/TextField.tsx"
import { isObject, readJson } from "./json.ts"

const keyOf = ({ scope, type }: EventKind): string => `${scope}/${type}`

const exampleOf = (kind: EventKind | undefined): string => JSON.stringify(kind?.example ?? {}, null, 2)

const isPayload = (text: string): boolean => {
  try {
    return isObject(readJson(text))
  } catch {
    return false
  }
}

interface PayloadFieldProps {
  readonly value: Signal<string>
  readonly problems: ReadonlyArray<string>
}

const PayloadField = ({ problems, value }: PayloadFieldProps) => (
  <Field label={texts.value.eventTypes.payload} problems={problems}>
    {(attributes) => (
      <textarea
        {...attributes}
        rows={10}
        spellcheck={false}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value
        }}
      />
    )}
  </Field>
)

export const PublishForm = ({ account, kinds }: AccountPageProps & { readonly kinds: ReadonlyArray<EventKind> }) => {
  const t = texts.value.eventTypes
  const chosen = useSignal(kinds[0])
  const payload = useSignal(exampleOf(kinds[0]))
  const idempotencyKey = useSignal("")
  const isWrong = useSignal(false)
  const { failure, isRunning, run } = useAction(async () => {
    const kind = chosen.peek()
    isWrong.value = !isPayload(payload.peek())
    if (kind === undefined || isWrong.peek()) return
    const { scope, type } = kind
    const wanted = { scope, type, payload: payload.peek(), idempotencyKey: idempotencyKey.peek() }
    const { events } = await publish(account, wanted)
    const [published] = events
    if (published === undefined) return
    say(texts.peek().eventTypes.published(published.deliveries))
    go(addressOf("event", { sellerId: account.sellerId, id: published.id }, accountQuery(account)))
  })
  return (
    <form
      class="narrow"
      aria-labelledby="publish"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <h2 id="publish">{t.publish}</h2>
      <Field label={t.type}>
        {(attributes) => (
          <select
            {...attributes}
            value={chosen.value && keyOf(chosen.value)}
            onChange={(event) => {
              chosen.value = kinds.find((kind) => keyOf(kind) === event.currentTarget.value)
              payload.value = exampleOf(chosen.peek())
            }}
          >
            {kinds.map((kind) => (
              <option key={keyOf(kind)} value={keyOf(kind)}>
                {kind.name} ({keyOf(kind)})
              </option>
            ))}
          </select>
        )}
      </Field>
      <PayloadField
        value={payload}
        problems={isWrong.value ? [t.payloadIsWrong] : problemsAt(failure, "body.events.0.payload")}
      />
      <TextField label={t.idempotencyKey} hint={t.idempotencyHint} value={idempotencyKey} />
      <FailureNotice failure={failure} />
      <button type="submit" class="main" disabled={isRunning}>
        {t.publish}
      </button>
    </form>
  )
}
