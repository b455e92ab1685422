/** What `listen` is asked for: its flags as one thing to do, or what is contradictory about them. */
import { Option, Redacted, Result } from "effect"
import type { Behaviour } from "./receiving.ts"

export interface ListenFlags {
  readonly secret: Option.Option<Redacted.Redacted>
  /** Whether to make no webhook. */
  readonly noWebhook: boolean
  readonly events: Option.Option<string>
  readonly publicUrl: Option.Option<URL>
  readonly port: Option.Option<number>
  readonly status: Option.Option<number>
  readonly hang: boolean
  readonly forwardTo: Behaviour["forwardTo"]
}

export interface ListenRequest {
  readonly makesWebhook: boolean
  /** 0 for any free port. */
  readonly port: number
  readonly status: number
}

const usualPort = 9000

export const readListenRequest = (flags: ListenFlags): Result.Result<ListenRequest, string> => {
  const { events, forwardTo, hang, noWebhook, port, publicUrl, secret, status } = flags
  const makesWebhook = Option.isNone(secret) && !noWebhook
  // A variable that is empty counts as not set, and a flag that is empty is a mistake.
  if (Option.exists(secret, (given) => Redacted.value(given) === "")) return Result.fail("--secret holds no secret")
  if (!makesWebhook && (Option.isSome(events) || Option.isSome(publicUrl))) {
    return Result.fail("--events and --public-url go with a webhook of its own: leave out --secret and --no-webhook")
  }
  if (Option.isSome(forwardTo) && (hang || Option.isSome(status))) {
    return Result.fail("With --forward-to the app answers: leave out --status and --hang")
  }
  // The port of its own webhook matters to no one, unless a tunnel leads there.
  const isAnyPort = makesWebhook && Option.isNone(publicUrl)
  return Result.succeed({
    makesWebhook,
    port: Option.getOrElse(port, () => (isAnyPort ? 0 : usualPort)),
    status: Option.getOrElse(status, () => 200)
  })
}
