/** What Cloudflare's platform says of a connection, whatever has become of it. */
import { Predicate } from "effect"

export const isLostConnection = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "message") && cause.message === "Network connection lost."
