/** Every suite that an adapter has to pass, over HTTP alone. */
import { afterAll, beforeAll, describe } from "@effect/vitest"
import { accessApiSuite } from "./accessApiSuite.ts"
import type { ApiService, ApiTarget, RunningApi } from "./ApiTarget.ts"
import { changeHistoryApiSuite } from "./changeHistoryApiSuite.ts"
import { changeLogApiSuite } from "./changeLogApiSuite.ts"
import { existingClientsApiSuite } from "./clients/existingClientsApiSuite.ts"
import { clientApiSuite } from "./clientApiSuite.ts"
import { hostileApiSuite } from "./hostileApiSuite.ts"
import { historyApiSuite } from "./historyApiSuite.ts"
import { isolationApiSuite } from "./isolationApiSuite.ts"
import { promotionApiSuite } from "./promotionApiSuite.ts"
import { randomRequestsApiSuite } from "./randomRequestsApiSuite.ts"
import { refusedUrlsApiSuite } from "./refusedUrlsApiSuite.ts"
import { reportRequests } from "./clients/reportRequests.ts"
import { newReportedSellers, type ReportedSellers } from "./reports/ReportedSellers.ts"
import { reportsApiSuite } from "./reports/reportsApiSuite.ts"
import { requestApiSuite } from "./requestApiSuite.ts"
import { nextRefresh } from "./waiting.ts"
import { webhooksApiSuite } from "./webhooksApiSuite.ts"

/** However the service is mounted, it is the same service. Call it at the top of a test file. */
export const apiSuite = (target: ApiTarget): void => {
  describe(`API: ${target.name}`, () => {
    let running: RunningApi | undefined
    beforeAll(async () => {
      running = await target.start()
    })
    afterAll(() => running?.stop())

    // One service for all of the suites: each test has a seller of its own.
    const service: ApiService = {
      fetch: (path, init) => running!.fetch(path, init),
      token: (options) => running!.token(options),
      publish: (sellerId, events, options) => running!.publish(sellerId, events, options),
      operator: (method, path, body) => running!.operator(method, path, body)
    }
    webhooksApiSuite(service)
    historyApiSuite(service)
    changeHistoryApiSuite(service)
    promotionApiSuite(service)
    accessApiSuite(service)
    changeLogApiSuite(service, target.mountPath)
    requestApiSuite(service, target.mountPath)
    hostileApiSuite(service)
    refusedUrlsApiSuite(service, target.spellings)
    randomRequestsApiSuite(service, target.trials)
    isolationApiSuite(service, target.trials)
    clientApiSuite(service)

    describe("with rows in reports", () => {
      // One refresh for all tests of reports.
      let reported: ReportedSellers
      beforeAll(async () => {
        reported = await newReportedSellers(
          service,
          reportRequests["current stocks"].length,
          () => running!.refreshReports?.() ?? nextRefresh()
        )
      })
      reportsApiSuite(service, () => reported)
      existingClientsApiSuite(service, () => reported)
    })
  })
}
