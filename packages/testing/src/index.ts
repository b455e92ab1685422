/** For tests of Sellerkit's drivers and of what is built on it. */
export type { StorageTarget } from "./conformance/StorageTarget.ts"
export { storageSuite } from "./conformance/storageSuite.ts"
export { deliverySuite } from "./scenarios/deliverySuite.ts"
export { type Answer, makeReceiver, type Received, type ReceivedEvent, type Receiver } from "./scenarios/Receiver.ts"
export type { TransportTarget } from "./scenarios/World.ts"
export { apiSuite } from "./api/apiSuite.ts"
export type { ApiService, ApiTarget, EventOptions, PublishedEvent, TokenOptions } from "./api/ApiTarget.ts"
