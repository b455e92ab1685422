/** What kinds of events there are. The operator can publish one of them. */
import type { Account } from "../api/Account.ts"
import { type EventKind, eventKinds, loadDescriptions } from "../api/eventTypes.ts"
import { listEventScopes } from "../api/webhooks.ts"
import { useResource } from "../data/useResource.ts"
import { mayChange, session } from "../session/session.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { PublishForm } from "./PublishForm.tsx"

const load = async (account: Account, signal: AbortSignal): Promise<ReadonlyArray<EventKind>> => {
  const [{ eventScopes }, descriptions] = await Promise.all([
    listEventScopes(account, signal),
    loadDescriptions(signal)
  ])
  return eventKinds(eventScopes, descriptions)
}

const Kind = ({ kind: { example, name, schema, scope, scopeName, type } }: { readonly kind: EventKind }) => {
  const t = texts.value.eventTypes
  return (
    <li>
      <h2>{name}</h2>
      <p>
        {scopeName} · <code>{`${scope}/${type}`}</code>
      </p>
      {example !== undefined && (
        <details>
          <summary>{t.example}</summary>
          <pre tabIndex={0}>{JSON.stringify(example, null, 2)}</pre>
        </details>
      )}
      {schema !== undefined && (
        <details>
          <summary>{t.schema}</summary>
          <pre tabIndex={0}>{JSON.stringify(schema, null, 2)}</pre>
        </details>
      )}
    </li>
  )
}

export const EventTypesPage = ({ account }: AccountPageProps) => {
  const t = texts.value.eventTypes
  const resource = useResource("event types", (signal) => load(account, signal))
  return (
    <>
      <Heading title={t.title} />
      <Loaded resource={resource}>
        {(kinds) => (
          <>
            {session.value?.face === "operator" && mayChange.value && kinds.length > 0 && (
              <PublishForm account={account} kinds={kinds} />
            )}
            <ul class="cards">
              {kinds.map((kind) => (
                <Kind key={`${kind.scope}/${kind.type}`} kind={kind} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  )
}
