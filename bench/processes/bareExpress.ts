/** What Express can do at most: a handler that answers the same JSON without doing anything for it. */
import express from "express"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serveCommands } from "../harness/childProcess.ts"
import { usage } from "../machine/usage.ts"
import type { Answer } from "./apiLoad.ts"

let server: Server | undefined

const commands = {
  /** Gives the port. */
  listen: async (answers: ReadonlyArray<Answer>): Promise<number> => {
    const values = new Map(answers.map(({ answer, path }) => [path, JSON.parse(answer) as unknown]))
    const app = express()
    app.get("/api/v1/webhooks/:id", (request, response) => void response.json(values.get(request.path)))
    server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, "127.0.0.1", () => resolve(listening))
    })
    return (server.address() as AddressInfo).port
  },
  usage
}
export type BareExpress = typeof commands

serveCommands(commands, () => server?.closeAllConnections())
