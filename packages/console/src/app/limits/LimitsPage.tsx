/** How often operations may be called, and when failed deliveries are tried again. */
import { getLimits, type OperationLimit } from "../api/limits.ts"
import { useResource } from "../data/useResource.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { RetrySchedule } from "./RetrySchedule.tsx"

const Table = ({ operations }: { readonly operations: ReadonlyArray<OperationLimit> }) => {
  const t = texts.value.limits
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.operation}</th>
          <th scope="col">{t.path}</th>
          <th scope="col">{t.budget}</th>
          <th scope="col">{t.requests}</th>
        </tr>
      </thead>
      <tbody>
        {operations.map(({ budget, method, path, requests, summary, window }) => (
          <tr key={`${method} ${path}`}>
            <td data-label={t.operation}>{summary}</td>
            <td data-label={t.path} class="address">
              <code>
                {method} {path}
              </code>
            </td>
            <td data-label={t.budget}>{budget}</td>
            <td data-label={t.requests}>{t.perWindow(requests, window)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const LimitsPage = ({ account }: AccountPageProps) => {
  const t = texts.value.limits
  const resource = useResource("limits", (signal) => getLimits(account, signal))
  return (
    <>
      <Heading title={t.title} />
      <RetrySchedule account={account} />
      <section aria-labelledby="budgets">
        <h2 id="budgets">{t.budgets}</h2>
        <p class="faint">{t.shared}</p>
        <Loaded resource={resource}>{(operations) => <Table operations={operations} />}</Loaded>
      </section>
    </>
  )
}
