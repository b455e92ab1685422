/** The service as layers, for hosts that run it inside a process of their own. */
export { SandboxOperatorApi, sandboxOperatorDocument } from "./operator/SandboxOperatorApi.ts"
export { Profile } from "./settings/Profile.ts"
export { apiLayer, dispatcherLayer, serviceLayer } from "./Service.ts"
export { loadSettings, type ProcessSettings, type Settings, SettingsInvalid } from "./settings/Settings.ts"
export type { TokenKey } from "./settings/TokenKey.ts"
export type { TracingSettings } from "./tracing/TracingSettings.ts"
export { keepObjectsYoung } from "./server/keepObjectsYoung.ts"
