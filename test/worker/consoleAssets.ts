/** The application of the console as assets of a Worker: `run_worker_first` in the words of Miniflare. */
import { appFolder } from "../../packages/console/build/app.ts"

export const consoleAssets = {
  directory: appFolder,
  binding: "ASSETS",
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true }
}
