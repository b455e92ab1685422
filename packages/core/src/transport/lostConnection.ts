/** What Cloudflare's platform says of every failed connection, whatever the reason. */
import { Predicate } from "effect"

export const isLostConnection = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "message") && cause.message === "Network connection lost."
