/** The change log, which all operations live by. */
import { feature } from "../Feature.ts"
import { ChangeLogHandlers } from "./http/ChangeLogHandlers.ts"

export const lifecycle = feature({
  handlers: [ChangeLogHandlers],
  services: [],
  jobs: [],
  limits: {},
  retention: {}
})
