/**
 * The OpenAPI document of an installation: the declared operations, the installation's own rate limits, and what features add.
 * Nothing that it imports is needed by a request, so that bundlers can leave it beside a Worker, which loads it when somebody
 * reads.
 */
import { requestIdHeader, withAnswerHeaders } from "./answerHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import type { FeatureDocumentation } from "./Documentation.ts"
import { documented } from "./documented.ts"
import { withLifecycle } from "./lifecycleDescription.ts"
import type { Describing, Installation } from "./openApiDocument.ts"
import { sellerDocumentation } from "./sellerDocumentation.ts"
import { withStreamedRows } from "./streamedRows.ts"
import { tokenRequirement, withTokenScheme } from "./tokenDescription.ts"

/** An operation with the limit that the installation has, and with what middleware adds to every answer. */
const ofInstallation = (operation: Description, { limitOf }: Installation): Description => {
  const { responses, "x-rate-limit": declared } = operation
  // Anybody may call it.
  if (declared === undefined) {
    const withHeaders = mapParts(responses, (response) => ({ ...response, headers: requestIdHeader }))
    return { ...operation, responses: withHeaders, security: [] }
  }
  const { budget, requests: permits, window } = declared
  const limit = limitOf(budget, { permits, window })
  return {
    ...operation,
    responses: withAnswerHeaders(responses, limit),
    security: tokenRequirement,
    "x-rate-limit": { ...declared, requests: limit.permits, window: limit.window }
  }
}

const mapOperations = (
  paths: Description,
  change: (operation: Description, method: string) => Description
): Description => mapParts(paths, (methods) => mapParts(methods, change))

export const sellerDocument = <Facts>(
  features: ReadonlyArray<FeatureDocumentation<Facts>>
): Describing<Facts>["describe"] => {
  return (generated, installation, facts) => {
    const documentation = sellerDocumentation(features, installation.language)
    const paths = mapOperations(generated["paths"], (operation) => ofInstallation(operation, installation))
    const described = documented({ ...withTokenScheme(generated), paths }, documentation)
    const spec: Description = { ...described, paths: mapOperations(described["paths"], withStreamedRows) }
    return features.reduce(
      (whole, { complete }) => complete?.(whole, documentation, facts) ?? whole,
      withLifecycle(spec, installation)
    )
  }
}
