/** Workers of a document, as its readers would bind them to each other: the service, and those that publish to it. */
import type { WorkerOptions } from "miniflare"
import { bundle } from "../fixtures/worker/bundle.ts"
import { compatibilityDate, startMiniflare } from "./startMiniflare.ts"

interface Answer {
  readonly status: number
  readonly body: string
}

const queue = "sellerkit-events"

const workerOf = async (file: string, index: number): Promise<WorkerOptions> => ({
  name: index === 0 ? "sellerkit" : `publisher-${index}`,
  modules: [...(await bundle(file)).modules],
  compatibilityDate,
  ...(index === 0
    ? {
        durableObjects: { SELLERS: { className: "SellerObject", useSQLite: true } },
        queueConsumers: { [queue]: { maxBatchTimeout: 0.05 } },
        bindings: { TOKEN_SECRET: "a secret of at least thirty-two characters" }
      }
    : {
        serviceBindings: { SELLERKIT: { name: "sellerkit", entrypoint: "OperatorEntrypoint" } },
        queueProducers: { EVENTS: queue }
      })
})

/** What each answers to a seller without a token. The first module is the service. */
export const runWorkers = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<Answer>> => {
  const workers = await Promise.all(files.map(workerOf))
  const { miniflare, stop } = await startMiniflare({ workers })
  try {
    const answers: Array<Answer> = []
    for (const { name } of workers) {
      const worker = await miniflare.getWorker(name!)
      const answer = await worker.fetch("https://shop.example/api/v1/webhooks")
      answers.push({ status: answer.status, body: await answer.text() })
    }
    return answers
  } finally {
    await stop()
  }
}
