/** Loaded into a process before its program: each request to a receiver says which process sent it, and in which life. */
import { subscribe } from "node:diagnostics_channel"

interface Created {
  readonly request: { addHeader(name: string, value: string): void }
}

const sender = process.env["CHAOS_SENDER"]!

subscribe("undici:request:create", (message) => (message as Created).request.addHeader("chaos-sender", sender))
