/** The sandbox as its users start it, in a process of its own. */
import { program } from "../fixtures/program.ts"
import { startProcess } from "../fixtures/runningProcess.ts"
import { root } from "../fixtures/snippets.ts"

export const startSandbox = async () => {
  const running = startProcess([program, "sandbox", "--json", "--seed", "1", "--starts-at", "2026-01-15T09:00:00Z"], {
    cwd: root,
    env: { ...process.env, PORT: "0" }
  })
  const started: { readonly api: string; readonly console: string; readonly operatorKey: string } = JSON.parse(
    await running.next((line) => line.startsWith("{"))
  )
  return { base: started.api, console: started.console, operatorKey: started.operatorKey, stop: () => running.stop() }
}
