/** How the OpenAPI document says that callers are known. `Admission` reads the token itself. */
import type { Description } from "./Description.ts"

const scheme = "HeaderApiKey"

const apiKey = {
  type: "apiKey",
  name: "Authorization",
  in: "header",
  description:
    "A token of the seller or of a service, alone or after `Bearer`. `x-token-types` and `x-token-category` say which ones an operation takes."
}

/** For the description of each operation that takes a token. */
export const tokenRequirement = [{ [scheme]: [] }]

/** For the description of the API. */
export const withTokenScheme = (spec: Description): Description => {
  const { components } = spec
  return {
    ...spec,
    security: tokenRequirement,
    components: { ...components, securitySchemes: { ...components.securitySchemes, [scheme]: apiKey } }
  }
}
