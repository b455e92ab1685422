/** How callers are known, as the OpenAPI document says it: `Admission` reads the token itself. */
import type { Description } from "./Description.ts"

const scheme = "HeaderApiKey"

const apiKey = {
  type: "apiKey",
  name: "Authorization",
  in: "header",
  description: "A Service or Base token, alone or after `Bearer`."
}

const requirement = [{ [scheme]: [] }]

const withRequirement = (methods: Record<string, Description>): Description =>
  Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [method, { ...operation, security: requirement }])
  )

/** The description of an API of which each operation takes a token. */
export const withTokens = ({ components, paths, ...spec }: Description): Description => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries<Record<string, Description>>(paths).map(([path, methods]) => [path, withRequirement(methods)])
  ),
  components: { ...components, securitySchemes: { ...components.securitySchemes, [scheme]: apiKey } }
})
