/** Whether the service could listen where its settings say, or does already. */
import { Effect } from "effect"
import { createServer } from "node:net"
import type { Settings } from "../../settings/Settings.ts"
import { cannotListen } from "../process/cannotListen.ts"
import { type Check, ok, problem } from "./Check.ts"
import type { ServiceFound } from "./findService.ts"

const name = "port"

type Address = Pick<Settings, "host" | "port">

/** Where the service of these settings answers on this machine; undefined where it takes any port. */
export const localUrl = ({ host, port }: Address): string | undefined => {
  if (port === 0) return undefined
  const reachable: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }
  const address = reachable[host] ?? host
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`
}

/** Listens for a moment. */
const tryToListen = ({ host, port }: Address) =>
  Effect.callback<void, unknown>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(cause)))
    server.listen({ host, port }, () => server.close(() => resume(Effect.void)))
  })

export const checkPort = (address: Address, found: ServiceFound): Effect.Effect<Check> => {
  const where = `${address.host}:${address.port}`
  if (address.port === 0) return Effect.succeed(ok(name, "Any that is free"))
  if (found._tag === "Running") return Effect.succeed(ok(name, `The running service has ${where}`))
  return Effect.match(tryToListen(address), {
    onSuccess: () => ok(name, `${where} is free`),
    onFailure: (cause): Check => {
      const [message, ...advice] = cannotListen(cause, address, "PORT").split(". ")
      return problem(name, message!, advice.join(". "))
    }
  })
}
