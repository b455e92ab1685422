/** Tokens of the seller API, as far as they are kept: which are revoked. */
import { feature } from "../Feature.ts"
import { RevokedTokens } from "./RevokedTokens.ts"

export const access = feature({
  handlers: [],
  services: [RevokedTokens.layer],
  jobs: [],
  limits: {},
  retention: {}
})
