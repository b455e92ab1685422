/** Simulated time for a service of one's own: what `Sandbox` and `sellerkit sandbox` stand on. */
export { Instruments, type SimulatedTimeOptions } from "./Instruments.ts"
export { NeverStill, SimulatedTime } from "./SimulatedTime.ts"
export { quietDispatcher, quietResends, watchedCalls, watchedTransport } from "./watched.ts"
