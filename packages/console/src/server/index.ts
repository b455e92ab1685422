export { AppFiles, type AppFile } from "./AppFiles.ts"
export { consoleLayer, type ConsoleOptions } from "./consoleLayer.ts"
export type { Features } from "./Session.ts"
