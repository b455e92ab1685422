/** Why a server cannot listen, and what to change: the cause says which of several things is wrong. */
import { Predicate } from "effect"
import { reasonOf } from "../output/reasonOf.ts"

const noAddress = "this machine has no such address. Set HOST to one that it has, such as 127.0.0.1"

/** `port` names the variable or flag that chooses the port. */
const reasons = (port: string): Readonly<Record<string, string>> => ({
  EADDRINUSE: `the port is in use. Choose another with ${port}, or end what uses it`,
  EACCES: `this user may not use the port. Choose one above 1023 with ${port}`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress
})

export const cannotListen = (cause: unknown, where: { readonly host: string; readonly port: number }, port: string) => {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  const reason = reasons(port)[code] ?? reasonOf(cause)
  return `Cannot listen at ${where.host}:${where.port}: ${reason}`
}
