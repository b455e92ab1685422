/**
 * The OpenAPI document of an installation: the declared operations, the installation's own rate limits, and what features add.
 * Nothing that it imports is needed by a request, so that bundlers can leave it beside a Worker, which loads it when somebody
 * reads.
 */
import { withAnswerHeaders } from "./answerHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import type { FeatureDocumentation } from "./Documentation.ts"
import { documented } from "./documented.ts"
import type { Describing, LimitOf } from "./openApiDocument.ts"
import { sellerDocumentation } from "./sellerDocumentation.ts"
import { tokenRequirement, withTokenScheme } from "./tokenDescription.ts"

/** An operation with the limit that the installation has, and with what middleware adds to every answer. */
const ofInstallation = (operation: Description, limitOf: LimitOf): Description => {
  const { responses, "x-rate-limit": declared } = operation
  const { budget, requests: permits, window } = declared
  const limit = limitOf(budget, { permits, window })
  return {
    ...operation,
    responses: withAnswerHeaders(responses, limit),
    security: tokenRequirement,
    "x-rate-limit": { ...declared, requests: limit.permits, window: limit.window }
  }
}

export const sellerDocument = <Facts>(
  features: ReadonlyArray<FeatureDocumentation<Facts>>
): Describing<Facts>["describe"] => {
  return (generated, { language, limitOf }, facts) => {
    const documentation = sellerDocumentation(features, language)
    const paths = mapParts(generated["paths"], (methods) =>
      mapParts(methods, (operation) => ofInstallation(operation, limitOf))
    )
    return features.reduce(
      (spec, { complete }) => complete?.(spec, documentation, facts) ?? spec,
      documented({ ...withTokenScheme(generated), paths }, documentation)
    )
  }
}
