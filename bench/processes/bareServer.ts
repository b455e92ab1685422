/** What `node:http` can do at most: answers the same JSON without doing anything for it. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { serveCommands } from "../harness/childProcess.ts"
import { usage } from "../machine/usage.ts"
import type { Answer } from "./apiLoad.ts"

let answers: ReadonlyMap<string, string> = new Map()

/** Of requests that are alike, each seller's has an answer of its own. */
const keyOf = ({ path, token }: Omit<Answer, "answer">): string => `${token} ${path}`

const answer = (key: string, response: ServerResponse): void => {
  const body = answers.get(key)
  response.writeHead(body === undefined ? 404 : 200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body ?? "")
  })
  response.end(body)
}

const server = createServer((request, response) => {
  const { headers, method, url = "" } = request
  const key = keyOf({ token: headers.authorization ?? "", path: url })
  if (method === "GET") return answer(key, response)
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString("utf8"))
    answer(key, response)
  })
})

const commands = {
  /** Gives the port. */
  listen: async (all: ReadonlyArray<Answer>): Promise<number> => {
    answers = new Map(all.map((one) => [keyOf(one), one.answer]))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return (server.address() as AddressInfo).port
  },
  usage
}
export type BareServer = typeof commands

serveCommands(commands, () => server.closeAllConnections())
