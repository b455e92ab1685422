/** A labelled field of a form, with what the service says is wrong with it. */
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import type { Failure } from "../../api/http/Failure.ts"

/** What the service says of a field, such as `body.name`, or of a part of it. */
export const problemsAt = (failure: Failure | undefined, location: string): ReadonlyArray<string> =>
  failure?.reason.kind === "refused"
    ? failure.reason.fields
        .filter((field) => field.location === location || field.location.startsWith(`${location}.`))
        .map(({ message }) => message)
    : []

/** What an input has to have, so that its label and its problems are found. */
interface FieldAttributes {
  readonly id: string
  readonly "aria-describedby": string | undefined
  readonly "aria-invalid": boolean
}

interface Given {
  readonly label: string
  readonly hint?: string | undefined
  readonly problems?: ReadonlyArray<string>
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

export const Field = ({ children, hint, label, problems = [] }: Given) => {
  const id = useId()
  const about = `${id}-about`
  const isDescribed = hint !== undefined || problems.length > 0
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": isDescribed ? about : undefined, "aria-invalid": problems.length > 0 })}
      {isDescribed && (
        <div id={about}>
          {problems.map((problem) => (
            <p class="problem" key={problem}>
              {problem}
            </p>
          ))}
          {hint !== undefined && <p class="faint">{hint}</p>}
        </div>
      )}
    </div>
  )
}
