/** The parts of a Worker: what it exports, and what the platform calls. */
import type { EventScope, publishedEventScopes } from "@sellerkit/core"
import { logLayer } from "@sellerkit/embed/portable"
import { Effect } from "effect"
import { answerRequest } from "./gateway/answerRequest.ts"
import { consumeQueue } from "./gateway/consumeQueue.ts"
import { drainingBody } from "./gateway/drainingBody.ts"
import { makeGateway } from "./gateway/Gateway.ts"
import { makeOperator, type Operator } from "./gateway/Operator.ts"
import { makeOperatorEntrypoint, type OperatorEntrypointClass } from "./gateway/OperatorEntrypoint.ts"
import type { MessageBatch } from "./Platform.ts"
import { oncePerEnvironment } from "./gateway/oncePerEnvironment.ts"
import { makeSellerObject, type SellerObjectClass } from "./durableObject/SellerObject.ts"
import type { AnyWorkerOptions, WorkerOptions } from "./WorkerOptions.ts"

export interface SellerkitWorker<Env, Scopes extends ReadonlyArray<EventScope>> {
  /** To be exported, and bound as a Durable Object whose class uses SQLite. */
  readonly SellerObject: SellerObjectClass<Env>
  /** Export it, and bind it as a service of the host's Workers that publish. No other Worker may have the binding. */
  readonly OperatorEntrypoint: OperatorEntrypointClass<Env, Scopes>
  /** Its methods, for code of the same Worker. */
  operator(env: Env): Operator<Scopes>
  /** Answers requests of sellers, and of unknown callers. */
  fetch(request: Request, env: Env): Promise<Response>
  /**
   * Publishes the messages of a queue, `{ sellerId, sandbox?, events }`, however often each comes. A message that cannot be taken
   * is given back, and ends up among the queue's dead letters.
   */
  queue(batch: MessageBatch, env: Env): Promise<void>
}

/** `optionsOf` is asked once for each set of bindings. */
export const sellerkitWorker = <
  Env extends object,
  const Scopes extends ReadonlyArray<EventScope> = typeof publishedEventScopes
>(
  optionsOf: (env: Env) => WorkerOptions<Scopes>
): SellerkitWorker<Env, Scopes> => {
  const optionsFor = oncePerEnvironment((env: Env): AnyWorkerOptions => optionsOf(env) as AnyWorkerOptions)
  const gatewayOf = oncePerEnvironment((env: Env) => makeGateway(optionsFor(env)))
  const operator = oncePerEnvironment((env: Env) => makeOperator<Scopes>(optionsFor(env)))
  return {
    SellerObject: makeSellerObject(optionsFor),
    OperatorEntrypoint: makeOperatorEntrypoint(operator),
    operator,
    fetch: (request, env) =>
      drainingBody(request, (asked) => answerRequest(gatewayOf(env), optionsFor(env).sellers, asked)),
    queue: (batch, env) =>
      Effect.runPromise(Effect.provide(consumeQueue(operator(env), batch), logLayer(optionsFor(env).log)))
  }
}
