/** Tokens that the API's suite asks a target for. */
import { Category, JwtTokens, SellerId, ServiceId } from "@sellerkit/core"
import type { TokenOptions } from "@sellerkit/testing"
import { Duration, Effect, Redacted } from "effect"

/** What targets check tokens with. */
export const tokenSecret = Redacted.make("a secret of at least thirty-two characters")

export const issueToken = (options: TokenOptions): Promise<string> =>
  Effect.runPromise(
    JwtTokens.issue(
      tokenSecret,
      {
        tokenId: crypto.randomUUID(),
        sellerId: SellerId.make(options.sellerId),
        type: options.type ?? "base",
        serviceId: options.serviceId === undefined ? undefined : ServiceId.make(options.serviceId),
        categories: options.categories ?? Category.literals,
        readOnly: options.readOnly ?? false,
        sandbox: options.sandbox ?? false,
        userId: 7
      },
      Duration.hours(1)
    )
  ).then(Redacted.value)
