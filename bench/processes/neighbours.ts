/** The receivers of sellers that are not measured: one that accepts everything, and one that refuses or hangs. */
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { serveCommands } from "../harness/childProcess.ts"

const accept: RequestListener = (request, response) => {
  request.resume().once("end", () => response.end())
}

/** Every other webhook never gets an answer. */
const fail: RequestListener = (request, response) => {
  request.resume()
  if (Number(request.url!.match(/\d+/)![0]) % 2 === 0) response.writeHead(503).end()
}

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const commands = {
  listen: async () => ({ accepting: await listen(accept), failing: await listen(fail) })
}
export type Neighbours = typeof commands

serveCommands(commands)
