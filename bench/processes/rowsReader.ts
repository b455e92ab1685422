/** Reads answers of many rows, as fast as they come. */
import { get, type IncomingMessage } from "node:http"
import { serveCommands } from "../harness/childProcess.ts"
import { now } from "../machine/clock.ts"
import { usage } from "../machine/usage.ts"

interface Asked {
  readonly port: number
  readonly path: string
  /** One answer each, all at once. */
  readonly tokens: ReadonlyArray<string>
  /** Nothing, when absent. */
  readonly coding?: string
}

export interface ReadRows {
  readonly bytes: number
  /** Milliseconds until the first byte of the body, and until the last. */
  readonly first: number
  readonly whole: number
}

const readOne = ({ coding, path, port }: Asked, token: string): Promise<ReadRows> =>
  new Promise((resolve, reject) => {
    const startedAt = now()
    const headers = { authorization: token, ...(coding === undefined ? undefined : { "accept-encoding": coding }) }
    const read = (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) return reject(new Error(`The answer has the status ${answer.statusCode}`))
      let [bytes, first] = [0, 0]
      answer.on("data", ({ length }: Buffer) => {
        if (bytes === 0) first = now() - startedAt
        bytes += length
      })
      answer.on("end", () => resolve({ bytes, first, whole: now() - startedAt }))
      answer.on("error", reject)
    }
    get({ host: "127.0.0.1", port, path, headers, agent: false }, read).on("error", reject)
  })

const commands = {
  read: (asked: Asked): Promise<ReadonlyArray<ReadRows>> =>
    Promise.all(asked.tokens.map((token) => readOne(asked, token))),
  usage
}
export type RowsReader = typeof commands

serveCommands(commands)
