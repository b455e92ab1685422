/** The workers that serve now. They reach each other through the primary process, which passes on what they say. */
import type { ToPrimary } from "./messages.ts"
import type { WorkerProcess } from "./WorkerProcess.ts"

export interface ServingWorkers {
  readonly count: () => number
  readonly add: (worker: WorkerProcess) => void
  readonly remove: (worker: WorkerProcess) => void
  /** Passes on what the worker of this number says to others. */
  readonly relay: (from: number) => (message: ToPrimary & { readonly kind: "ask" | "metrics" }) => void
}

export const makeServingWorkers = (): ServingWorkers => {
  const serving = new Map<number, WorkerProcess>()
  const askOthers = (from: number, scrape: number): void => {
    const others = [...serving.values()].filter(({ number }) => number !== from)
    // Before their answers.
    serving.get(from)?.tell({ kind: "asked", scrape, workers: others.map(({ number }) => number) })
    for (const other of others) other.tell({ kind: "ask", scrape, from })
  }
  return {
    count: () => serving.size,
    add: (worker) => void serving.set(worker.number, worker),
    remove: (worker) => {
      if (serving.get(worker.number) === worker) serving.delete(worker.number)
    },
    relay: (from) => (message) => {
      const { scrape } = message
      if (message.kind === "ask") askOthers(from, scrape)
      else serving.get(message.to)?.tell({ kind: "metrics", scrape, from, text: message.text })
    }
  }
}
