/** The sandbox for programs on Effect: a layer, with a clock that `TestClock` moves. */
export {
  type CreatedWebhook,
  type PublicationRefused,
  type TokenOptions,
  TokenRefused,
  type WebhookOptions,
  WebhookRefused
} from "./Acting.ts"
export type { SandboxOptions } from "./layers.ts"
export { NothingArrived } from "./NothingArrived.ts"
export { Sandbox } from "./Sandbox.ts"
export type { Awaited } from "./Waiting.ts"
export type { Whose } from "./Whose.ts"
