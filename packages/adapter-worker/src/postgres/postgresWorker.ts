/** The parts of a Worker whose data are in PostgreSQL, behind Hyperdrive or another pooler. */
import type { EventScope, publishedEventScopes } from "@sellerkit/core"
import type { Sellerkit } from "@sellerkit/embed/portable"
import { callerAddress } from "../gateway/callerAddress.ts"
import { drainingBody } from "../gateway/drainingBody.ts"
import { oncePerEnvironment } from "../gateway/oncePerEnvironment.ts"
import { makePool } from "./pool.ts"
import type { AnyPostgresOptions, PostgresOptions } from "./PostgresOptions.ts"
import { openPostgresService } from "./PostgresService.ts"
import { untilRead } from "./untilRead.ts"

/** The part that is used of what the platform gives to handlers. The types of all its versions fit it. */
export interface RequestLifetime {
  waitUntil(promise: Promise<unknown>): void
}

export interface PostgresWorker<Env, Scopes extends ReadonlyArray<EventScope>> {
  /** Answers every request. */
  fetch(request: Request, env: Env, lifetime: RequestLifetime): Promise<Response>
  /** Delivers what is due, and removes what is too old: for a cron trigger, where no dispatcher runs elsewhere. */
  scheduled(controller: unknown, env: Env): Promise<void>
  /** The host's own work over the service, such as publishing. The service stays open until the work has ended. */
  use<A>(env: Env, work: (sellerkit: Sellerkit<Scopes>) => Promise<A>): Promise<A>
}

/** `optionsOf` is asked once for each set of bindings. */
export const postgresWorker = <
  Env extends object,
  const Scopes extends ReadonlyArray<EventScope> = typeof publishedEventScopes
>(
  optionsOf: (env: Env) => PostgresOptions<Scopes>
): PostgresWorker<Env, Scopes> => {
  const optionsFor = oncePerEnvironment((env: Env): AnyPostgresOptions => optionsOf(env) as AnyPostgresOptions)
  const poolOf = oncePerEnvironment((env: Env) => makePool(() => openPostgresService(optionsFor(env))))
  return {
    fetch: (request, env, lifetime) =>
      drainingBody(request, (asked) => {
        const { authenticate } = optionsFor(env)
        const incoming = {
          ip: callerAddress(asked),
          ...(authenticate && { authenticate: () => authenticate(asked) })
        }
        const { promise, reject, resolve } = Promise.withResolvers<Response>()
        const answered = poolOf(env)(({ use }) =>
          use(async ({ handler }) => {
            const { answer, ended } = untilRead(await handler(asked, incoming))
            resolve(answer)
            await ended
          })
        )
        // The answer does not wait for the connections to close, and a caller who hangs up does not keep them from it.
        lifetime.waitUntil(answered.catch(reject))
        return promise
      }),
    scheduled: (_controller, env) => poolOf(env)(({ ring }) => ring()),
    use: (env, work) => poolOf(env)(({ use }) => use(work))
  }
}
