/** What the scenarios and a service under test know of each other, for services that do not run beside their test. */
export { secretKeyBytes } from "./fixtures.ts"
export { Activity } from "./scenarios/Activity.ts"
export { Drain } from "./scenarios/Drain.ts"
export { Eviction } from "./scenarios/Eviction.ts"
export {
  type HostileOutcome,
  type HttpClientOfPlatform,
  keyNames,
  keyRing,
  receiversNetwork,
  type RestingService,
  type RunningService
} from "./scenarios/ServiceTarget.ts"
