/** The Worker on this machine, in the platform's own runtime, with what `wrangler.jsonc` binds and what `local.env` says. */
import { Miniflare } from "miniflare"
import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { build } from "rolldown"
import bundle from "./rolldown.config.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

// Comments have lines of their own.
const settings = JSON.parse(read("wrangler.jsonc").replaceAll(/^ *\/\/.*$/gm, ""))

const objects = settings.durable_objects.bindings.map((bound: { name: string; class_name: string }) => [
  bound.name,
  { className: bound.class_name, useSQLite: true }
])
const producers = settings.queues.producers.map((bound: { binding: string; queue: string }) => [
  bound.binding,
  bound.queue
])
const consumers = settings.queues.consumers.map((consumer: Record<string, unknown>) => [
  consumer.queue,
  {
    deadLetterQueue: consumer.dead_letter_queue,
    maxBatchSize: consumer.max_batch_size,
    maxBatchTimeout: consumer.max_batch_timeout,
    maxRetries: consumer.max_retries,
    retryDelay: consumer.retry_delay
  }
])

const { output } = await build({ ...bundle, cwd: import.meta.dirname })
const modules = output.flatMap((file) =>
  file.type === "chunk" ? [{ type: "ESModule" as const, path: file.fileName, contents: file.code }] : []
)
const miniflare = new Miniflare({
  port: Number(process.env.PORT ?? 8787),
  modules,
  compatibilityDate: settings.compatibility_date,
  compatibilityFlags: settings.compatibility_flags,
  durableObjects: Object.fromEntries(objects),
  queueProducers: Object.fromEntries(producers),
  queueConsumers: Object.fromEntries(consumers),
  bindings: { ...settings.vars, ...parseEnv(read("local.env")) }
})
console.log(`The shop is at ${(await miniflare.ready).origin}`)
