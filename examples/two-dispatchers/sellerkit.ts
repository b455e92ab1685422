/** Processes of the service: `sellerkit serve`, `sellerkit dispatch` and so on, each as a container of yours would run it. */
import manifest from "@sellerkit/standalone/package.json" with { type: "json" }
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** What `npx sellerkit` runs. */
const program = fileURLToPath(
  new URL(manifest.bin.sellerkit, import.meta.resolve("@sellerkit/standalone/package.json"))
)

export interface Service {
  /** Where it is called. */
  readonly address: string
  /** Ends it as a power failure does. */
  kill(): Promise<void>
  /** Lets it finish what it is at. */
  stop(): Promise<void>
}

const start = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const abandon = () => void child.kill()
  process.once("exit", abandon)
  const ended = once(child, "exit").finally(() => process.off("exit", abandon))
  return { child, ended }
}

/** To its end. */
export const runSellerkit = async (command: string, variables: Readonly<Record<string, string>>): Promise<void> => {
  const { child, ended } = start([command], variables)
  child.stdout.resume()
  const [code] = await ended
  if (code !== 0) throw new Error(`sellerkit ${command} ended with ${code}`)
}

/** Until it says that it listens. */
export const startSellerkit = async (
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>
): Promise<Service> => {
  const { child, ended } = start([...args, "--profile", "production", "--json"], variables)
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])
  if (typeof line !== "string") throw new Error(`sellerkit ${args.join(" ")} ended with ${line}`)
  const { address, api } = JSON.parse(line)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { address: address ?? api, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") }
}
