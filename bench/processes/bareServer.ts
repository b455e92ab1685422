/** What `node:http` can do at most: answers the same JSON without doing anything for it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { serveCommands } from "../harness/childProcess.ts"
import { usage } from "../machine/usage.ts"

let answers: ReadonlyMap<string, string> = new Map()

const server = createServer((request, response) => {
  const body = answers.get(request.url ?? "")
  response.writeHead(body === undefined ? 404 : 200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body ?? "")
  })
  response.end(body)
})

const commands = {
  /** The port. `answers` are bodies by path. */
  listen: async (bodies: ReadonlyMap<string, string>): Promise<number> => {
    answers = bodies
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return (server.address() as AddressInfo).port
  },
  usage
}
export type BareServer = typeof commands

serveCommands(commands, () => server.closeAllConnections())
