/**
 * The writes that wait for an answer of the thread. They are in an array whose places are used again: a long-lived `Map` whose
 * members come and go would make all that they hold survive the cheap rounds of the garbage collector.
 */
import type { Exit } from "effect"
import type { WriteName, WriteOutput } from "../lanes/Writes.ts"

type Answered = Exit.Exit<never, unknown> | Exit.Exit<WriteOutput<WriteName>>
type Resume = (exit: Answered) => void

export class WaitingWrites {
  private readonly places: Array<Resume | undefined> = []
  private readonly free: Array<number> = []

  /** Gives the place. */
  add(resume: Resume): number {
    const place = this.free.pop() ?? this.places.length
    this.places[place] = resume
    return place
  }

  /** The place stays taken: its answer is still to come. */
  giveUp(place: number): void {
    this.places[place] = undefined
  }

  answer(place: number, exit: Answered): void {
    const resume = this.places[place]
    this.places[place] = undefined
    this.free.push(place)
    resume?.(exit)
  }

  answerAll(exit: Answered): void {
    for (const place of this.places.keys()) {
      if (this.places[place] !== undefined) this.answer(place, exit)
    }
  }
}
