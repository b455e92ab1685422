/** Publishing an event. */
import type { Account } from "./Account.ts"
import type { OperatorAnswer } from "./http/answers.ts"
import { type NewEvent, publicationBody } from "./publicationBody.ts"
import { request } from "./http/request.ts"

export const publish = (account: Account, event: NewEvent) =>
  request<OperatorAnswer<"events", "publish">>("POST", "/operator/v1/events", {
    body: publicationBody(account, event)
  })
