/** The ids in a request's path, under the names that log lines have for them. */
import { Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { Uuid } from "../access/Uuid.ts"

/** By the part of the path that an id follows. */
const names: Readonly<Record<string, string>> = {
  deliveries: "deliveryId",
  events: "eventId",
  history: "historyId",
  resends: "resendId",
  sellers: "sellerId",
  webhooks: "webhookId"
}

const isUuid = Schema.is(Uuid)

/** Only what is an id: a caller may have put anything else there, secrets included. */
export const pathIds = ({
  params,
  route
}: HttpRouter.RouteContext["Service"]): ReadonlyArray<readonly [name: string, id: string]> => {
  const parts = route.path.split("/")
  return parts.flatMap((part, index) => {
    const name = part.startsWith(":") ? names[parts[index - 1]!] : undefined
    const id = params[part.slice(1)]
    return name !== undefined && isUuid(id) ? [[name, id] as const] : []
  })
}
