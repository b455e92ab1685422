/** Simulated time for a service that is put together elsewhere: what `Sandbox` and `sellerkit sandbox` stand on. */
export { SeededRandom, seededRandomLayer } from "./data/SeededRandom.ts"
export { Instruments, type SimulatedTimeOptions } from "./time/Instruments.ts"
export { SimulatedTime } from "./time/SimulatedTime.ts"
export { quietBackground, watchedCalls, watchedTransport } from "./time/watched.ts"
