/**
 * The OpenAPI document of an installation: the declared operations, the installation's own rate limits, and what features add.
 * Nothing that it imports is needed by a request, so that bundlers can leave it beside a Worker, which loads it when somebody
 * reads.
 */
import { Duration, Effect } from "effect"
import { type Limit, Limits } from "../../limits/Limits.ts"
import { type DescribedLimit, withAnswerHeaders } from "./answerHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import type { FeatureDocumentation } from "./Documentation.ts"
import { documented } from "./documented.ts"
import { sellerDocumentation } from "./sellerDocumentation.ts"
import { tokenRequirement, withTokenScheme } from "./tokenDescription.ts"

const described = ({ permits, window }: Limit): DescribedLimit => ({
  permits,
  window: String(window),
  seconds: Math.ceil(Duration.toSeconds(Duration.fromInputUnsafe(window)))
})

/** With the limit that the installation has, and what middleware adds to every answer. */
const ofInstallation = (operation: Description, replaced: Readonly<Record<string, Limit>>): Description => {
  const { responses, "x-rate-limit": declared } = operation
  const { budget, requests: permits, window } = declared
  const limit = described(replaced[budget] ?? { permits, window })
  return {
    ...operation,
    responses: withAnswerHeaders(responses, limit),
    security: tokenRequirement,
    "x-rate-limit": { ...declared, requests: limit.permits, window: limit.window }
  }
}

/** `generated`: the declared operations. */
export const sellerDocument = Effect.fnUntraced(function* (
  generated: Description,
  features: ReadonlyArray<FeatureDocumentation>
) {
  const replaced = yield* Limits
  const documentation = sellerDocumentation(features)
  const paths = mapParts(generated["paths"], (methods) =>
    mapParts(methods, (operation) => ofInstallation(operation, replaced))
  )
  const spec = documented({ ...withTokenScheme(generated), paths }, documentation)
  return yield* Effect.reduce(
    features,
    () => spec,
    (completed, { complete }) => complete?.(completed, documentation) ?? Effect.succeed(completed)
  )
})
