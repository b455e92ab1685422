/** Sellerkit in workerd, with a Worker of the host's beside it and a queue between them. */
import type { MiniflareOptions } from "miniflare"
import { join } from "node:path"
import { bundle, sellerWorker } from "../../fixtures/worker/bundle.ts"
import { fetchAlone } from "../../fixtures/fetchAlone.ts"
import { consoleAssets } from "../consoleAssets.ts"
import { compatibilityDate, startMiniflare } from "../startMiniflare.ts"

const tokenSecret = "a secret of at least thirty-two characters"

export interface Sellers {
  /** Where requests from outside go; another after a restart. */
  origin(): string
  /** A request from outside. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A call of the operator's, such as `webhooks.list`, from the host's Worker. Rejects as that Worker sees it. */
  operator(method: string, ...given: ReadonlyArray<unknown>): Promise<any>
  /** Messages of the host's. */
  enqueue(...bodies: ReadonlyArray<unknown>): Promise<void>
  /** Those that were given back too often. */
  deadLetters(): Promise<ReadonlyArray<unknown>>
  /** The process ends and another begins with the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface SellersOptions {
  /** A folder; in memory, when absent. */
  readonly data?: string
  readonly requestsPerAlarm?: number
  /** Ids of the keys of webhooks' secrets, the newest first; none, when absent. */
  readonly secretKeys?: ReadonlyArray<string>
  /** Of the operator interface; it is not mounted, when absent. */
  readonly operatorKey?: string
  /** Whether the console is mounted, beside the operator interface. */
  readonly console?: boolean
}

/** What the operator refused, as it came across. */
class Refused extends Error {
  readonly problems: unknown

  constructor({ message, name, problems }: { message: string; name: string; problems: unknown }) {
    super(message)
    this.name = name
    this.problems = problems
  }
}

const worker = async (file: string) => [...(await bundle(file)).modules]

const fileOf = ({ console, operatorKey }: SellersOptions): string => {
  if (console === true) return join(import.meta.dirname, "consoleWorker.ts")
  return operatorKey === undefined ? sellerWorker : join(import.meta.dirname, "operatedWorker.ts")
}

const optionsOf = async (options: SellersOptions): Promise<MiniflareOptions> => {
  const { console, data, operatorKey, requestsPerAlarm, secretKeys = [] } = options
  return {
    ...(data === undefined ? undefined : { defaultPersistRoot: data }),
    workers: [
      {
        name: "sellerkit",
        modules: await worker(fileOf(options)),
        compatibilityDate,
        ...(console === true && { assets: consoleAssets }),
        durableObjects: { SELLERS: { className: "SellerObject", useSQLite: true } },
        bindings: {
          TOKEN_SECRET: tokenSecret,
          SECRET_KEYS: [...secretKeys],
          ...(operatorKey === undefined ? undefined : { OPERATOR_KEY: operatorKey }),
          ...(requestsPerAlarm === undefined ? undefined : { REQUESTS_PER_ALARM: requestsPerAlarm })
        },
        queueConsumers: {
          events: { maxBatchSize: 100, maxBatchTimeout: 0.05, maxRetries: 2, deadLetterQueue: "dead" }
        }
      },
      {
        name: "host",
        modules: await worker(join(import.meta.dirname, "host.ts")),
        compatibilityDate,
        serviceBindings: { OPERATOR: { name: "sellerkit", entrypoint: "OperatorEntrypoint" } },
        queueProducers: { EVENTS: "events" },
        queueConsumers: { dead: { maxBatchTimeout: 0.05 } }
      }
    ]
  }
}

export const startSellers = async (options: SellersOptions = {}): Promise<Sellers> => {
  const given = await optionsOf(options)
  let running = await startMiniflare(given)
  const host = async (path: string, body: unknown): Promise<any> => {
    const worker = (await running.miniflare.getWorker("host")) as unknown as { readonly fetch: typeof fetch }
    const answer = await worker.fetch(`http://host.test${path}`, { method: "POST", body: JSON.stringify(body) })
    const text = await answer.text()
    return text === "" ? undefined : JSON.parse(text)
  }
  return {
    origin: () => running.url.origin,
    fetch: (path, init) => fetchAlone(`${running.url.origin}${path}`, init),
    operator: async (method, ...args) => {
      const { error, value } = await host(`/${method}`, args)
      if (error !== undefined) throw new Refused(error)
      return value
    },
    deadLetters: () => host("/dead", []),
    enqueue: (...bodies) => host("/queue", bodies),
    restart: async () => {
      await running.stop()
      running = await startMiniflare(given)
    },
    stop: () => running.stop()
  }
}
