/** Publishes events: as fast as it goes, or at a given rate. */
import { setTimeout as sleep } from "node:timers/promises"
import type { AcceptedEvent } from "./benchEvent.ts"
import { now } from "../machine/clock.ts"
import { type Publication, publicationsOf, type Workload } from "./workload.ts"

/** Completes when the events are accepted, that is, on disk; gives their ids. */
export type Publish = (publication: Publication) => Promise<ReadonlyArray<string>>

export interface Published {
  readonly accepted: ReadonlyArray<AcceptedEvent>
  /** On the shared clock: before the first call, and after the last. */
  readonly startedAt: number
  readonly finishedAt: number
}

const acceptedOf = (
  { isKeyless, numbers, webhook }: Publication,
  ids: ReadonlyArray<string>
): ReadonlyArray<AcceptedEvent> => numbers.map((number, index) => ({ number, id: ids[index]!, webhook, isKeyless }))

/** `first` is the number of the first event. */
const publishAll = async (publish: Publish, workload: Workload, first = 0): Promise<Published> => {
  const accepted: Array<AcceptedEvent> = []
  const waiting = publicationsOf(workload, first).values()
  const startedAt = now()
  const publisher = async () => {
    // They share one iterator: each takes the next publication.
    for (const publication of waiting) accepted.push(...acceptedOf(publication, await publish(publication)))
  }
  await Promise.all(Array.from({ length: workload.publishers }, publisher))
  return { accepted, startedAt, finishedAt: now() }
}

/** An event that was published at a known time, on the shared clock. */
export interface TimedEvent extends AcceptedEvent {
  readonly publishedAt: number
}

/** One event at a time, so many per second, whether or not those before are accepted yet. */
const publishAtRate = async (
  publish: Publish,
  rate: number,
  workload: Workload,
  first = 0
): Promise<ReadonlyArray<TimedEvent>> => {
  const startedAt = now()
  const results: Array<Promise<ReadonlyArray<TimedEvent>>> = []
  for (const [index, publication] of publicationsOf({ ...workload, eventsPerPublication: 1 }, first).entries()) {
    await sleep(Math.max(0, startedAt + (index * 1000) / rate - now()))
    const publishedAt = now()
    results.push(
      publish(publication).then((ids) => acceptedOf(publication, ids).map((event) => ({ ...event, publishedAt })))
    )
  }
  return (await Promise.all(results)).flat()
}

/** What every process that publishes can be told. */
export const publishCommands = (publish: Publish) => ({
  publishAll: ({ first, workload }: { readonly first: number; readonly workload: Workload }): Promise<Published> =>
    publishAll(publish, workload, first),
  publishAtRate: (options: {
    readonly rate: number
    readonly first: number
    readonly workload: Workload
  }): Promise<ReadonlyArray<TimedEvent>> => publishAtRate(publish, options.rate, options.workload, options.first)
})
