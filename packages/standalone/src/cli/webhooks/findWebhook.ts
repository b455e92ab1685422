/** A webhook as people name it: by its id, or by its name where no other is called the same. */
import { Effect } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import type { SellerAccess } from "../connection/SellerAccess.ts"
import { printable } from "../output/printable.ts"

interface NamedWebhook {
  readonly id: string
  readonly name: string
}

const shown = ({ id, name }: NamedWebhook): string => `\n  ${id}  ${printable(name)}`

const failed = (said: string, webhooks: ReadonlyArray<NamedWebhook>) =>
  new CommandFailed({ message: `${said}${webhooks.map(shown).join("")}` })

export const findWebhook = Effect.fnUntraced(function* <Webhook extends NamedWebhook>(
  webhooks: ReadonlyArray<Webhook>,
  reference: string
) {
  const byId = webhooks.find(({ id }) => id === reference.toLowerCase())
  if (byId !== undefined) return byId
  const [found, ...others] = webhooks.filter(({ name }) => name === reference)
  if (found !== undefined && others.length === 0) return found
  if (found !== undefined) {
    return yield* failed(`Several webhooks are called ${printable(reference)}. Give the id of one:`, [found, ...others])
  }
  const all = webhooks.length === 0 ? "This account has none." : "There are:"
  return yield* failed(`There is no webhook ${printable(reference)}. ${all}`, webhooks)
})

/** A webhook, and the operations of the seller API as its owner. */
export const ownedWebhook = Effect.fnUntraced(function* (access: SellerAccess, reference: string) {
  const { id, name, serviceId } = yield* findWebhook(yield* access.webhooks, reference)
  return { id, name, owner: yield* access.as(serviceId) }
})
