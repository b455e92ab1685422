/** The application of the console as assets of a Worker: `run_worker_first` in the words of Miniflare. */
import { join } from "node:path"

/** Where the application was built. */
const directory = join(import.meta.dirname, "..", "..", "packages", "console", "dist", "app")

export const consoleAssets = {
  directory,
  binding: "ASSETS",
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true }
}
