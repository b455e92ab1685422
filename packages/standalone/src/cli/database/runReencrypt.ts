/** Encrypts the secrets of webhooks with the newest key. */
import type { WebhookId } from "@sellerkit/core"
import type { ReencryptionView } from "@sellerkit/core/client"
import { Effect } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import type { Connection } from "../connection/connection.ts"
import { counted } from "../output/counted.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { type AsJson, print } from "../output/Output.ts"
import { patiently } from "../connection/patiently.ts"
import { drawStatus } from "../output/statusLine.ts"

type Reencryption = typeof ReencryptionView.Type

/** One step after another, as one. */
const together = (before: Reencryption, next: Reencryption): Reencryption => ({
  ...next,
  examined: before.examined + next.examined,
  reencrypted: before.reencrypted + next.reencrypted,
  unreadable: [...before.unreadable, ...next.unreadable]
})

const progress = ({ examined, reencrypted }: Reencryption): string =>
  `Looked at ${counted(examined, "secret")}, encrypted ${reencrypted} anew …`

const summary = ({ examined, reencrypted, unreadable }: Reencryption): string =>
  `Encrypted ${counted(reencrypted, "secret")} with the newest key; ${examined - reencrypted - unreadable.length} already were`

// our choice: enough to see what is wrong with them; JSON has them all.
const mostShown = 10

const failureOf = ({ unreadable }: Reencryption): string | undefined => {
  if (unreadable.length === 0) return undefined
  const shown = unreadable
    .slice(0, mostShown)
    .map(({ error, sellerId, webhookId }) => `  Webhook ${webhookId} of the seller ${sellerId}: ${error}`)
  const more = unreadable.length - shown.length
  return [
    `${counted(unreadable.length, "secret")} cannot be opened, so that nothing is sent to these webhooks:`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more`] : [])
  ].join("\n")
}

interface Input extends Connection {
  readonly json: AsJson
}

export const runReencrypt = Effect.fn("secrets reencrypt")(function* ({ json: asJson, ...input }: Input) {
  const operator = yield* operatorClient(input)
  const step = (after?: WebhookId) =>
    operator((api) => api.secrets.reencrypt({ payload: after === undefined ? {} : { after } }))
  let done = yield* step()
  while (done.reached !== undefined) {
    yield* drawStatus(asJson, progress(done))
    done = together(done, yield* patiently(step(done.reached)))
  }
  yield* drawStatus(asJson, "")
  yield* print(asJson, done, summary)
  const failure = failureOf(done)
  if (failure !== undefined) return yield* new CommandFailed({ message: failure })
})
