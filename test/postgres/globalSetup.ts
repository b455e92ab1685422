/** Once per run of vitest: opens the run when the first test asks for a database, and closes it after the last one. */
import { Effect, Exit, Scope } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestProject } from "vitest/node"
import { openTestRun, type TestRun } from "./testRun.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers with the run, a `TestRun`. */
    readonly testRun: string
  }
}

const scope = Scope.makeUnsafe()
let run: Promise<TestRun> | undefined

// Tests run in processes of their own, which ask this one.
const desk = createServer((_request, response) => {
  run ??= Effect.runPromise(Scope.provide(openTestRun, scope))
  run.then(
    (opened) => response.end(JSON.stringify(opened)),
    (error) => response.writeHead(500).end(String(error))
  )
})

export const setup = async ({ provide }: TestProject): Promise<void> => {
  await once(desk.listen(0, "127.0.0.1"), "listening")
  desk.unref()
  provide("testRun", `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
}

export const teardown = async (): Promise<void> => {
  desk.close()
  // One that is still starting has to be there before it can be stopped.
  await run?.catch(() => undefined)
  await Effect.runPromise(Scope.close(scope, Exit.void))
}
