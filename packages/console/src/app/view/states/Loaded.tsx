/** Data that is loaded: a placeholder, a failure, or what is there. */
import type { ComponentChildren } from "preact"
import type { Resource } from "../../data/useResource.ts"
import { texts } from "../../texts/texts.ts"
import { FailureNotice } from "./FailureNotice.tsx"

interface Given<Data> {
  readonly resource: Resource<Data>
  readonly children: (data: Data) => ComponentChildren
}

export const Loaded = <Data,>({ children, resource }: Given<Data>) => {
  const { data, failure, nextAttemptAt, reload } = resource
  return (
    <>
      <FailureNotice failure={failure} nextAttemptAt={nextAttemptAt} onRetry={reload} />
      {data !== undefined && children(data)}
      {data === undefined && failure === undefined && (
        <p class="faint" role="status">
          {texts.value.loading}
        </p>
      )}
    </>
  )
}
