/** For tests of Sellerkit's drivers and of what is built on it. */
export type { Ports, StorageTarget } from "./conformance/Ports.ts"
export { storageSuite } from "./conformance/storageSuite.ts"
