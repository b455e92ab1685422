/** Says what went wrong, and what happens next. Texts of the service are shown as they are. */
import type { Failure } from "../../api/http/Failure.ts"
import { texts } from "../../texts/texts.ts"
import { Countdown } from "../time/Countdown.tsx"

const Refused = ({ reason }: { readonly reason: Extract<Failure["reason"], { kind: "refused" }> }) => {
  const t = texts.value.failures
  return (
    <>
      <strong>{reason.status === 404 ? t.notFound : reason.title || t.refused}</strong>
      {reason.detail !== "" && <p>{reason.detail}</p>}
      {reason.fields.length > 0 && (
        <ul>
          {reason.fields.map(({ location, message }) => (
            <li key={location}>
              <code>{location}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {reason.requestId !== "" && <p class="faint">{t.requestId(reason.requestId)}</p>}
    </>
  )
}

const Reason = ({ reason }: Pick<Failure, "reason">) => {
  const t = texts.value.failures
  switch (reason.kind) {
    case "unreachable":
      return <strong>{t.unreachable}</strong>
    case "ended":
      return <strong>{t.ended}</strong>
    case "limited":
      return <strong>{t.limited}</strong>
    case "failed":
      return (
        <>
          <strong>{t.failed(reason.status)}</strong>
          {reason.requestId !== "" && <p class="faint">{t.requestId(reason.requestId)}</p>}
        </>
      )
    case "refused":
      return <Refused reason={reason} />
  }
}

interface Given {
  readonly failure: Failure | undefined
  /** When it is tried again by itself. */
  readonly nextAttemptAt?: number | undefined
  readonly onRetry?: (() => void) | undefined
}

export const FailureNotice = ({ failure, nextAttemptAt, onRetry }: Given) => {
  if (failure === undefined) return null
  return (
    <div class="notice bad" role="alert">
      <Reason reason={failure.reason} />
      {nextAttemptAt !== undefined && (
        <p>
          <Countdown until={nextAttemptAt} />
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {texts.value.actions.tryAgain}
        </button>
      )}
    </div>
  )
}
