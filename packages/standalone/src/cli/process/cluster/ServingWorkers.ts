/** The workers that serve now. They reach each other through the primary process, which passes on what they say. */
import type { ToPrimary } from "./messages.ts"
import type { WorkerProcess } from "./WorkerProcess.ts"

export interface ServingWorkers {
  readonly count: () => number
  readonly add: (worker: WorkerProcess) => void
  /** It ended, or takes no further requests. */
  readonly remove: (number: number) => void
  /** Takes what the worker of this number says to others, or of itself. */
  readonly take: (from: number, message: ToPrimary) => void
}

export const makeServingWorkers = (): ServingWorkers => {
  const serving = new Map<number, WorkerProcess>()

  const askOthers = (from: number, scrape: string): void => {
    const others = [...serving.values()].filter(({ number }) => number !== from)
    // Before their answers.
    serving.get(from)?.tell({ kind: "asked", scrape, workers: others.map(({ number }) => number) })
    for (const other of others) other.tell({ kind: "ask", scrape, from })
  }

  return {
    count: () => serving.size,
    add: (worker) => void serving.set(worker.number, worker),
    remove: (number) => void serving.delete(number),
    take: (from, message) => {
      if (message.kind === "stopping") serving.delete(from)
      else if (message.kind === "askAll") askOthers(from, message.scrape)
      else if (message.kind === "answer") {
        const { scrape, text, to } = message
        serving.get(to)?.tell({ kind: "metrics", scrape, from, text })
      }
    }
  }
}
