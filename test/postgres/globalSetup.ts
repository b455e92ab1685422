/** Once per run of vitest: opens the run when the first test asks for a database, and closes it after the last one. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestProject } from "vitest/node"
import type { OpenTestRun } from "./testRun.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers with the run, a `TestRun`. */
    readonly testRun: string
  }
}

let opened: Promise<OpenTestRun> | undefined

/** Loaded only now: most runs of a single file need no database. */
const open = async (): Promise<OpenTestRun> => (await import("./testRun.ts")).open()

// Tests run in processes of their own, which ask this one.
const desk = createServer((_request, response) => {
  opened ??= open()
  opened.then(
    ({ run }) => response.end(JSON.stringify(run)),
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
  // A server that is still starting has to be up before it can be stopped.
  const run = await opened?.catch(() => undefined)
  await run?.close()
}
