/** Each operation on secrets as one call of a service. */
import { Effect } from "effect"
import { type ReencryptionStep, SecretReencryption } from "../SecretReencryption.ts"
import type { Asked } from "../../operator/Asked.ts"
import type { ReencryptionView, SecretsApi } from "./SecretsApi.ts"

const view = ({ unreadable, ...step }: ReencryptionStep): typeof ReencryptionView.Type => ({
  ...step,
  unreadable: unreadable.map(({ explanation, sellerId, webhookId }) => ({ sellerId, webhookId, error: explanation }))
})

export const secretOperations = Effect.map(SecretReencryption, (reencryption) => ({
  reencrypt: ({ payload: { after } }: Asked<typeof SecretsApi, "reencrypt">) =>
    Effect.map(reencryption.step(after), view)
}))
