/** A command of `sellerkit` and a service that it calls, for the tests of one file. */
import { afterAll, assert } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CommandOptions, type EndedCommand, runCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

type Arguments = ReadonlyArray<string>

interface SellerCommand {
  /** The only line of its output. */
  json(...args: Arguments): Promise<any>
  lines(...args: Arguments): Promise<ReadonlyArray<any>>
  /** For people, in 120 columns. */
  shown(...args: Arguments): Promise<string>
  error(...args: Arguments): Promise<string>
}

interface ServiceWithCommand {
  readonly service: RunningService
  /** Without what a development profile has made up; it is removed when the tests have ended. */
  readonly folder: string
  run(args: Arguments, options?: CommandOptions): Promise<EndedCommand>
  /** What it printed, for people where there are columns. */
  printed(args: Arguments, options?: CommandOptions): Promise<string>
  /** What it says that is wrong. */
  errorOf(args: Arguments, env?: Readonly<Record<string, string>>): Promise<string>
  /** With the operator key, for one seller. */
  forSeller(sellerId: string): SellerCommand
  /** An API token. */
  makeToken(request: object): Promise<string>
}

/** The service stops when the tests of the file have ended. */
export const serviceWithCommand = async (command: string): Promise<ServiceWithCommand> => {
  const service = await startService()
  const folder = mkdtempSync(join(tmpdir(), `sellerkit-${command}-`))
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const run: ServiceWithCommand["run"] = (args, options = {}) =>
    runCommand([command, ...args], {
      ...options,
      env: { SELLERKIT_URL: service.url, SELLERKIT_DATA: folder, ...options.env }
    })
  const printed: ServiceWithCommand["printed"] = async (args, options) => {
    const { code, err, out } = await run(args, options)
    assert.deepStrictEqual([code, err], [0, ""], args.join(" "))
    return out
  }
  const errorOf: ServiceWithCommand["errorOf"] = async (args, env = {}) => {
    const { code, err, out } = await run(args, { env })
    assert.deepStrictEqual([code, out], [1, ""], err)
    return JSON.parse(err).error
  }
  return {
    service,
    folder,
    run,
    printed,
    errorOf,
    forSeller: (sellerId) => {
      const env = { SELLERKIT_OPERATOR_KEY: operatorKey }
      const account = ["--seller", sellerId]
      return {
        json: async (...args) => JSON.parse(await printed([...args, ...account], { env })),
        lines: async (...args) =>
          (await printed([...args, ...account], { env }))
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
        shown: (...args) => printed([...args, ...account], { env, columns: 120 }),
        error: (...args) => errorOf([...args, ...account], env)
      }
    },
    makeToken: async (request) => (await service.operator("POST", "/tokens", request)).body.token
  }
}
