/** The life of a campaign as a diagram: where it is, and where it may go from there. */
import { texts } from "../texts/texts.ts"

interface Given<Status extends number, Action extends string> {
  /** In the order of a life. */
  readonly statuses: ReadonlyArray<Status>
  readonly wordOf: (status: Status) => string
  readonly status: Status
  /** What may happen next, and where it leads. */
  readonly possible: ReadonlyArray<readonly [action: Action, to: Status]>
  readonly actionWords: Readonly<Record<Action, string>>
}

export const Life = <Status extends number, Action extends string>({
  actionWords,
  possible,
  status,
  statuses,
  wordOf
}: Given<Status, Action>) => (
  <ol class="life" aria-label={texts.value.campaigns.life}>
    {statuses.map((other) => {
      const action = possible.find(([, to]) => to === other)?.[0]
      return (
        <li key={other} aria-current={other === status ? "step" : undefined}>
          <span class="badge">{wordOf(other)}</span>
          {action !== undefined && <span class="faint">← {actionWords[action]}</span>}
        </li>
      )
    })}
  </ol>
)
