/** Every suite that an adapter has to pass, over HTTP alone. */
import { accessApiSuite } from "./accessApiSuite.ts"
import type { ApiTarget } from "./ApiTarget.ts"
import { clientApiSuite } from "./clientApiSuite.ts"
import { historyApiSuite } from "./historyApiSuite.ts"
import { requestApiSuite } from "./requestApiSuite.ts"
import { webhooksApiSuite } from "./webhooksApiSuite.ts"

/** However the service is mounted, it is the same service. Call it at the top of a test file. */
export const apiSuite = (target: ApiTarget): void => {
  webhooksApiSuite(target)
  historyApiSuite(target)
  accessApiSuite(target)
  requestApiSuite(target)
  clientApiSuite(target)
}
