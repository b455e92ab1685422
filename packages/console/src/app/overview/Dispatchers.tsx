/** Which dispatchers deliver what waits. */
import { type Dispatcher, listDispatchers } from "../api/dispatchers.ts"
import { useResource } from "../data/useResource.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { refreshed } from "./refreshed.ts"

const DispatcherTable = ({ dispatchers }: { readonly dispatchers: ReadonlyArray<Dispatcher> }) => {
  const t = texts.value.overview.dispatchers
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          <th scope="col">{t.startedAt}</th>
          <th scope="col">{t.seenAt}</th>
        </tr>
      </thead>
      <tbody>
        {dispatchers.map(({ id, name, seenAt, startedAt }) => (
          <tr key={id}>
            <td data-label={t.name} class="address">
              {name}
            </td>
            <td data-label={t.startedAt}>
              <Moment at={startedAt} />
            </td>
            <td data-label={t.seenAt}>
              <Moment at={seenAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const Dispatchers = () => {
  const t = texts.value.overview.dispatchers
  const resource = useResource("dispatchers", listDispatchers, { every: () => refreshed })
  return (
    <section aria-labelledby="dispatchers">
      <h2 id="dispatchers">{t.title}</h2>
      <Loaded resource={resource}>
        {({ dispatchers }) =>
          dispatchers.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.startOne}</p>
            </Empty>
          ) : (
            <DispatcherTable dispatchers={dispatchers} />
          )
        }
      </Loaded>
    </section>
  )
}
