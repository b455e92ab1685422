/** Builds the application of the console: `npm run build` in its package. */
import { buildApp } from "./app.ts"

await buildApp()
