/** For tests of Sellerkit's drivers and of what is built on it. */
export type { StorageTarget } from "./conformance/StorageTarget.ts"
export { type DurableStorageTarget, durableStorageSuite } from "./conformance/durableStorageSuite.ts"
export { differentialSuite } from "./conformance/differentialSuite.ts"
export { storageSuite } from "./conformance/storageSuite.ts"
export { campaignProcessesSuite, type SharedStorageTarget } from "./campaigns/campaignProcessesSuite.ts"
export { campaignSuite } from "./campaigns/campaignSuite.ts"
export { crashSuite } from "./crash/crashSuite.ts"
export { marketReportsSuite } from "./market/marketReportsSuite.ts"
export { marketSuite } from "./market/marketSuite.ts"
export { mediaMarketSuite } from "./market/media/mediaMarketSuite.ts"
export { reportSuite } from "./reports/reportSuite.ts"
export { reportModelSuite } from "./reports/reportModelSuite.ts"
export { Which } from "./property/choices.ts"
export { Damage, damaged } from "./property/Damage.ts"
export { propertyRuns } from "./property/propertyRuns.ts"
export { testAuthority } from "./scenarios/receivers/badCertificates.ts"
export { deliverySuite } from "./scenarios/deliverySuite.ts"
export { type EvictableTarget, evictionSuite } from "./scenarios/evictionSuite.ts"
export { transportSuite } from "./transport/transportSuite.ts"
export {
  type Answer,
  makeReceiver,
  type Received,
  type ReceivedEvent,
  type Receiver
} from "./scenarios/receivers/Receiver.ts"
export { assembledService, type TransportTarget } from "./scenarios/assembledService.ts"
export type { ServiceTarget } from "./scenarios/ServiceTarget.ts"
export { apiSuite } from "./api/apiSuite.ts"
export { assertPlainPage } from "./api/assertPlainPage.ts"
export type { DescribedTarget } from "./described/DescribedTarget.ts"
export { describedRequestsSuite } from "./described/describedRequestsSuite.ts"
export {
  type ApiService,
  type ApiTarget,
  type CallOperator,
  type EventOptions,
  operatorOf,
  type PublishedEvent,
  type TokenOptions
} from "./api/ApiTarget.ts"
