/** Handlers of an API that keep to themselves what they are made of. */
import { Context, Effect, FileSystem, Layer, Path } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Etag, HttpPlatform, HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { TokenIssuer } from "../access/TokenIssuer.ts"
import { Tokens } from "../access/Tokens.ts"
import { Deliveries } from "../delivery/Deliveries.ts"
import { Resends } from "../delivery/Resends.ts"
import { Events } from "../events/Events.ts"
import { History } from "../history/History.ts"
import { RateBudget } from "../limits/RateBudget.ts"
import { Records } from "../records/Records.ts"
import { storagePorts } from "../StoragePorts.ts"
import { Transport } from "../transport/Transport.ts"
import { OperationalEvents } from "../webhooks/OperationalEvents.ts"
import { SecretReencryption } from "../webhooks/SecretReencryption.ts"
import { SecretVault } from "../webhooks/SecretVault.ts"
import { UrlCheck } from "../webhooks/UrlCheck.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { builtWithout } from "./builtWithout.ts"
import { DocsPage } from "./description/DocsPage.ts"

/**
 * What handlers are made of and what that stands on, and what servers bring along: no request asks for any of it. Everything
 * else stays, whoever reads it: references such as loggers and tracers, and middleware.
 */
const withoutServices = Context.omit(
  ...storagePorts,
  Deliveries,
  Events,
  History,
  OperationalEvents,
  Records,
  Resends,
  SecretReencryption,
  UrlCheck,
  Webhooks,
  DocsPage,
  Mac.Mac,
  RateBudget,
  SecretVault,
  SecureRandom.SecureRandom,
  TokenIssuer,
  Tokens,
  Transport,
  Etag.Generator,
  FileSystem.FileSystem,
  HttpPlatform.HttpPlatform,
  HttpRouter.HttpRouter,
  HttpServer.HttpServer,
  Path.Path
)

type Group = typeof HttpApiBuilder.group

/**
 * As `HttpApiBuilder.group`, which copies for each request all that is around as the handlers are made. Here they are made of
 * it, and it is gone by the time of the request.
 */
export const group: Group = (api, identifier, build) =>
  Layer.unwrap(
    Effect.contextWith((around) => {
      const buildOfAll = ((handlers) => {
        const built = build(handlers)
        return Effect.isEffect(built) ? Effect.provideContext(built, around) : built
      }) as typeof build
      return Effect.succeed(builtWithout(withoutServices)(HttpApiBuilder.group(api, identifier, buildOfAll)))
    })
  )
