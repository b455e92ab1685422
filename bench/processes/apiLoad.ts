/** Asks an HTTP server for the same resources over and over, and checks each answer. */
import { serveCommands } from "../harness/childProcess.ts"
import { now } from "../machine/clock.ts"
import { type Connection, openConnection } from "../load/connection.ts"
import { usage } from "../machine/usage.ts"

/** A resource, and the credential to ask for it. */
export interface Target {
  readonly path: string
  readonly token: string
  /** JSON, which is posted. */
  readonly body?: string
}

/** What a resource is answered with. */
export interface Answer {
  readonly path: string
  readonly token: string
  readonly answer: string
}

interface Load {
  readonly port: number
  /** The name that they were learnt under. */
  readonly resources: string
  readonly connections: number
  readonly seconds: number
}

interface Lesson {
  readonly port: number
  readonly resources: string
  readonly targets: ReadonlyArray<Target>
}

interface Answered {
  readonly requests: number
  readonly seconds: number
}

interface Known {
  readonly request: string
  readonly body: Buffer
}

const knownBy = new Map<string, ReadonlyArray<Known>>()

const requestFor = ({ body, path, token }: Target): string => {
  const headers = `host: 127.0.0.1\r\naccept: application/json\r\nauthorization: ${token}\r\n`
  return body === undefined
    ? `GET ${path} HTTP/1.1\r\n${headers}\r\n`
    : `POST ${path} HTTP/1.1\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const askOk = async (connection: Connection, request: string): Promise<Buffer> => {
  const { body, head } = await connection.ask(request)
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`${head}\n${body.toString("utf8")}`)
  return body
}

const commands = {
  /** Asks for each resource once, and remembers the answers; gives them too. */
  learn: async ({ port, resources, targets }: Lesson) => {
    const connection = await openConnection(port)
    const learnt: Array<Known> = []
    for (const target of targets) {
      const request = requestFor(target)
      learnt.push({ request, body: await askOk(connection, request) })
    }
    connection.close()
    knownBy.set(resources, learnt)
    return targets.map(({ path, token }, index): Answer => ({
      path,
      token,
      answer: learnt[index]!.body.toString("utf8")
    }))
  },
  /** The resources in turn, for so long. Every answer has to be the one that was learnt. */
  load: async ({ connections: count, port, resources, seconds }: Load): Promise<Answered> => {
    const known = knownBy.get(resources)!
    const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
    const startedAt = now()
    const end = startedAt + seconds * 1000
    let requests = 0
    const askOn = async (connection: Connection) => {
      while (now() < end) {
        const { body, request } = known[requests++ % known.length]!
        const answer = await askOk(connection, request)
        if (!answer.equals(body)) throw new Error(`Another answer than before: ${answer.toString("utf8")}`)
      }
    }
    // Whoever answers a process that sleeps also has to wake it, which can cost more than the answer.
    const stayAwake = (): void => {
      if (now() < end) setImmediate(stayAwake)
    }
    stayAwake()
    await Promise.all(connections.map(askOn))
    const took = (now() - startedAt) / 1000
    for (const connection of connections) connection.close()
    return { requests, seconds: took }
  },
  usage
}
export type ApiLoad = typeof commands

serveCommands(commands)
