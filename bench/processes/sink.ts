/** The receiver of every notification: keeps what arrives, answers 200, and tells afterwards whether all of it is right. */
import { type AddressInfo, createServer } from "node:net"
import { type Accepted, type Arrival, arrivalProblems, eventIdsIn } from "../load/arrivals.ts"
import { serveCommands } from "../harness/childProcess.ts"
import { now } from "../machine/clock.ts"
import { makeMessageReader } from "../load/httpMessages.ts"
import { usage } from "../machine/usage.ts"

const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"

let arrivals: Array<Arrival> = []

const server = createServer({ noDelay: true }, (socket) => {
  const read = makeMessageReader(({ body, head }) => {
    arrivals.push({ head, body, at: now() })
    socket.write(answer)
  })
  socket.on("data", read)
  // A sender that is stopped breaks off.
  socket.on("error", () => socket.destroy())
})

const commands = {
  /** The URL to send to. */
  listen: async (): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4096, resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  /** Forgets what has arrived. */
  reset: (): void => {
    arrivals = []
  },
  requests: (): number => arrivals.length,
  problems: (accepted: Accepted): ReadonlyArray<string> => arrivalProblems(arrivals, accepted),
  /** When each event arrived, on the shared clock. */
  times: (): ReadonlyArray<readonly [id: string, at: number]> =>
    arrivals.flatMap((arrival) => eventIdsIn(arrival).map((id) => [id, arrival.at] as const)),
  usage
}
export type Sink = typeof commands

serveCommands(commands)
