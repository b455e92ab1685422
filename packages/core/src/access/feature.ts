/** Tokens of the seller API. Only the revoked ones are kept. */
import { feature } from "../Feature.ts"
import { RevokedTokens } from "./tokens/RevokedTokens.ts"

export const access = feature({
  handlers: [],
  services: [RevokedTokens.layer],
  jobs: [],
  limits: {},
  retention: {}
})
