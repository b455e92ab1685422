/** The webhooks that events go to, each at a path of its own. */
import { createHmac } from "node:crypto"

export interface BenchWebhook {
  readonly sellerId: string
  readonly id: string
  readonly secret: string
}

export const pathOf = (webhook: number): string => `/webhooks/${webhook}`

/** The place of the webhook that a request line names. */
export const webhookIn = (head: string): number => Number(/^POST \/webhooks\/(\d+) /.exec(head)?.[1] ?? -1)

export const secretPrefix = "whsec_"

/** The signature that Standard Webhooks asks for. */
export const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(secretPrefix.length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`
