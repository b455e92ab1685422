/** Sends events of a webhook again, and looks after such jobs. */
import type { Account, ResendView } from "@sellerkit/core"
import { DateTime, Effect, Option } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { accountOf, type Connection, type GivenAccount, placeFlags } from "../connection/connection.ts"
import { type OperatorClient, operatorClient } from "../connection/OperatorClient.ts"
import { type AsJson, print } from "../output/Output.ts"
import { patiently } from "../connection/patiently.ts"
import { awaitEnd, beginning } from "./resendJob.ts"
import { type ResendFlags, type ResendRequest, readResendRequest } from "./ResendRequest.ts"
import { failureOf, progressBar, showResend } from "./resendView.ts"
import { sellerkit } from "../connection/shell.ts"
import { drawStatus } from "../output/statusLine.ts"

const perform = (operator: OperatorClient, { sandbox, sellerId }: Account, request: ResendRequest) => {
  const query = { sandbox }
  switch (request._tag) {
    case "Period": {
      const { period: payload, webhookId: id } = request
      return operator((api) => api.resends.ofPeriod({ params: { sellerId, id }, query, payload }))
    }
    case "Delivery":
      return operator((api) => api.resends.ofDelivery({ params: { sellerId, id: request.id }, query }))
    case "Status":
      return operator((api) => api.resends.get({ params: { sellerId, id: request.id }, query }))
    case "Cancel":
      return operator((api) => api.resends.cancel({ params: { sellerId, id: request.id }, query }))
  }
}

/** How to look at it again and to end it, as long as it goes on. */
const nextSteps = ({ id, state }: ResendView, place: string): ReadonlyArray<string> => {
  if (state !== "running") return []
  const command = (flag: string) => `${sellerkit} resend ${flag} ${id}${place}`
  return ["It goes on.", `  Look at it  ${command("--status")}`, `  Cancel it   ${command("--cancel")}`]
}

const awaits = ({ _tag }: ResendRequest): boolean => _tag === "Period" || _tag === "Delivery"

interface Input extends Connection, GivenAccount, ResendFlags {
  readonly json: AsJson
  readonly noWait: boolean
}

export const runResend = Effect.fn("resend")(function* ({ json: asJson, noWait, ...input }: Input) {
  const request = yield* Effect.mapError(
    Effect.fromResult(readResendRequest(input, yield* DateTime.now)),
    (message) => new CommandFailed({ message })
  )
  const account = yield* accountOf(input)
  const place = placeFlags({ ...input, seller: Option.some(account.sellerId) })
  const operator = yield* operatorClient(input)
  const show = Effect.fnUntraced(function* (resend: ResendView) {
    yield* drawStatus(asJson, "")
    yield* print(asJson, resend, (resend, paint) =>
      [showResend(resend, paint, place), ...nextSteps(resend, place)].join("\n")
    )
  })
  const asked = yield* beginning(perform(operator, account, request), show)
  if (noWait || !awaits(request)) return yield* show(asked)
  const ended = yield* awaitEnd(
    asked,
    (id) => patiently(perform(operator, account, { _tag: "Status", id })),
    (resend) => drawStatus(asJson, progressBar(resend)),
    show
  )
  yield* show(ended)
  const failure = failureOf(ended)
  if (failure !== undefined) return yield* new CommandFailed({ message: failure })
})
