/** Publishes over HTTP, through the operator interface. */
import { Agent } from "undici"
import { eventTime, keyOf, payloadOf, scope, type } from "../load/benchEvent.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { serveCommands } from "../harness/childProcess.ts"
import { type Publish, publishCommands } from "../load/publishing.ts"
import type { Service } from "./deliverySystem.ts"

interface Target {
  readonly service: Service
  /** Whose sellers events are published for. */
  readonly webhooks: ReadonlyArray<BenchWebhook>
}

interface Answer {
  readonly events: ReadonlyArray<{ readonly id: string }>
}

const agent = new Agent({ pipelining: 1 })
let target: Target

const publish: Publish = async ({ isKeyless, numbers, webhook }) => {
  const { service, webhooks } = target
  const headers = { authorization: `Bearer ${service.operatorKey}`, "content-type": "application/json" }
  const body = JSON.stringify({
    sellerId: webhooks[webhook]!.sellerId,
    events: numbers.map((number) => ({
      scope,
      type,
      payload: payloadOf(number),
      time: eventTime,
      ...(isKeyless ? undefined : { idempotencyKey: keyOf(number) })
    }))
  })
  const answer = await agent.request({
    origin: service.url,
    path: "/operator/v1/events",
    method: "POST",
    headers,
    body
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 202) throw new Error(`The operator interface answered ${answer.statusCode}: ${text}`)
  return (JSON.parse(text) as Answer).events.map(({ id }) => id)
}

const commands = {
  use: (chosen: Target): void => {
    target = chosen
  },
  ...publishCommands(publish)
}
export type OperatorPublisher = typeof commands

serveCommands(commands, () => agent.destroy())
