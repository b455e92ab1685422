/** Workers of a document, as its readers would bind them to each other: the service, and those that publish to it. */
import type { WorkerOptions } from "miniflare"
import { bundle } from "../fixtures/worker/bundle.ts"
import { compatibilityDate, startMiniflare } from "./startMiniflare.ts"

interface Answer {
  /** Whether it has the API itself, or publishes to a Worker that has. */
  readonly isService: boolean
  readonly status: number
  readonly body: string
}

const queue = "sellerkit-events"

const asService = {
  durableObjects: { SELLERS: { className: "SellerObject", useSQLite: true } },
  bindings: {
    TOKEN_SECRET: "a secret of at least thirty-two characters",
    OPERATOR_KEY: "an operator key of at least thirty-two characters"
  }
}

const asPublisher = {
  serviceBindings: { SELLERKIT: { name: "sellerkit", entrypoint: "OperatorEntrypoint" } },
  queueProducers: { EVENTS: queue }
}

interface Bound {
  readonly isService: boolean
  readonly options: WorkerOptions
}

const workerOf = async (file: string, index: number): Promise<Bound> => {
  const { modules } = await bundle(file)
  const isService = modules[0].contents.includes("SellerObject")
  const options = {
    name: index === 0 ? "sellerkit" : `worker-${index}`,
    modules: [...modules],
    compatibilityDate,
    ...(isService ? asService : asPublisher),
    ...(index === 0 && { queueConsumers: { [queue]: { maxBatchTimeout: 0.05 } } })
  }
  return { isService, options }
}

/** What each answers to a seller without a token. The first module is the service; others publish to it, or are services of their own. */
export const runWorkers = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<Answer>> => {
  const workers = await Promise.all(files.map(workerOf))
  const { miniflare, stop } = await startMiniflare({ workers: workers.map(({ options }) => options) })
  try {
    const answers: Array<Answer> = []
    for (const { isService, options } of workers) {
      const worker = await miniflare.getWorker(options.name!)
      const answer = await worker.fetch("https://shop.example/api/v1/webhooks")
      answers.push({ isService, status: answer.status, body: await answer.text() })
    }
    return answers
  } finally {
    await stop()
  }
}
