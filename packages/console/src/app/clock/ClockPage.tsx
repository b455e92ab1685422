/** The time of a sandbox, and how much of it is to pass. */
import { useSignal } from "@preact/signals"
import { advanceClock, getClock } from "../api/clock.ts"
import { useAction } from "../data/useAction.ts"
import { useResource } from "../data/useResource.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { problemsAt } from "../view/fields/Field.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { TextField } from "../view/fields/TextField.tsx"

/** As the service reads durations. */
const durations = ["1 minute", "15 minutes", "1 hour", "1 day"] as const

export const ClockPage = () => {
  const t = texts.value.clock
  const duration = useSignal("")
  const resource = useResource("clock", getClock)
  const { failure, isRunning, run } = useAction(async (wanted: string) => {
    await advanceClock(wanted)
    resource.reload()
  })
  return (
    <>
      <Heading title={t.title} />
      <Loaded resource={resource}>
        {({ now }) => (
          <p class="large" role="status">
            <Moment at={now} />
          </p>
        )}
      </Loaded>
      <p class="faint">{t.about}</p>
      <div class="actions" role="group" aria-label={t.advance}>
        {durations.map((wanted) => (
          <button key={wanted} type="button" disabled={isRunning} onClick={() => run(wanted)}>
            +{t.durations[wanted]}
          </button>
        ))}
      </div>
      <form
        class="narrow"
        onSubmit={(event) => {
          event.preventDefault()
          run(duration.peek())
        }}
      >
        <TextField
          label={t.duration}
          hint={t.durationHint}
          value={duration}
          required
          problems={problemsAt(failure, "body.duration")}
        />
        <FailureNotice failure={failure} />
        <button type="submit" class="main" disabled={isRunning}>
          {isRunning ? t.passing : t.advance}
        </button>
      </form>
    </>
  )
}
