/** Phrases that campaigns are shown for, and those that they are not shown for. */
import { feature } from "../Feature.ts"
import { phraseLimits } from "./http/phraseLimits.ts"
import { PhrasesHandlers } from "./http/PhrasesHandlers.ts"
import { Phrases } from "./Phrases.ts"

export const phrases = feature({
  handlers: [PhrasesHandlers],
  services: [Phrases.layer],
  jobs: [],
  limits: phraseLimits,
  retention: {}
})
