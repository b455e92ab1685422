/** The port of all workers. One that is chosen by the system has to be the same for each of them. */

export interface SharedPort {
  /** For the next worker that starts. */
  readonly next: () => number
  /** Whether a worker listens where the first one did. */
  readonly isShared: (address: string) => boolean
  /** No worker listens any more. */
  readonly wasLeft: () => void
}

export const makeSharedPort = (given: number): SharedPort => {
  let next = given
  let shared: string | undefined
  return {
    next: () => next,
    isShared: (address) => address === (shared ??= address),
    // Node.js gives workers that ask for any free port the same one, for as long as one of them has it. Then it has to be named.
    wasLeft: () => {
      if (next === 0 && shared !== undefined) next = Number(new URL(shared).port)
    }
  }
}
