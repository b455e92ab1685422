/** `sellerkit resend`: sends events of a webhook again, and looks after such jobs. */
import { type Account, DeliveryId, EventsPerSecond, ResendId, WebhookId } from "@sellerkit/core"
import { DateTime, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { account, accountOf, connection, defaultUrl } from "../connection/connection.ts"
import { idFlag } from "../flags/idFlag.ts"
import { momentFlag } from "../flags/momentFlag.ts"
import { type OperatorClient, operatorClient } from "../connection/OperatorClient.ts"
import { json, print } from "../output/Output.ts"
import { patiently } from "../connection/patiently.ts"
import { awaitEnd, beginning } from "./resendJob.ts"
import { type ResendRequest, readResendRequest } from "./ResendRequest.ts"
import { failureOf, progressBar, type Resend, showResend } from "./resendView.ts"
import { quoted, sellerkit } from "../connection/shell.ts"
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

/** How to look at it again and to end it, as long as it goes on. The operator key is nothing to show. */
const nextSteps = ({ id, state }: Resend, url: string, { sandbox, sellerId }: Account): ReadonlyArray<string> => {
  if (state !== "running") return []
  const service = url === defaultUrl ? "" : ` --url ${quoted(url)}`
  const command = (flag: string) =>
    `${sellerkit} resend ${flag} ${id}${service} --seller ${sellerId}${sandbox ? " --sandbox" : ""}`
  return ["It goes on.", `  Look at it  ${command("--status")}`, `  Cancel it   ${command("--cancel")}`]
}

const awaits = ({ _tag }: ResendRequest): boolean => _tag === "Period" || _tag === "Delivery"

export const resend = Command.make(
  "resend",
  {
    ...connection,
    json,
    ...account,
    webhook: idFlag("webhook", WebhookId).pipe(
      Flag.withDescription("Send events of this webhook again; needs --since"),
      Flag.optional
    ),
    since: momentFlag("since").pipe(
      Flag.withDescription("Events that happened from then on: a time (2026-11-20T09:30:00Z), or how long ago (2h)"),
      Flag.optional
    ),
    until: momentFlag("until").pipe(Flag.withDescription("And until then (default: until now)"), Flag.optional),
    onlyFailed: Flag.Boolean("only-failed").pipe(
      Flag.withDescription("Only events that were dropped; otherwise what was delivered as well"),
      Flag.withDefault(false)
    ),
    rate: Flag.Int("rate").pipe(
      Flag.filter(Schema.is(EventsPerSecond), () => "Expected 1 to 10000 events per second"),
      Flag.withDescription("Events per second that are put back among what waits, at most (default: 100)"),
      Flag.optional
    ),
    delivery: idFlag("delivery", DeliveryId).pipe(
      Flag.withDescription("Send the events of this delivery again"),
      Flag.optional
    ),
    status: idFlag("status", ResendId).pipe(Flag.withDescription("Show how far this resend is"), Flag.optional),
    cancel: idFlag("cancel", ResendId).pipe(Flag.withDescription("End this resend"), Flag.optional),
    noWait: Flag.Boolean("no-wait").pipe(
      Flag.withDescription("Do not wait until all events are put back"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ json: asJson, noWait, ...input }) {
    const request = yield* Effect.mapError(
      Effect.fromResult(readResendRequest(input, yield* DateTime.now)),
      (message) => new CommandFailed({ message })
    )
    const account = yield* accountOf(input)
    const operator = yield* operatorClient(input)
    const show = Effect.fnUntraced(function* (resend: Resend) {
      yield* drawStatus(asJson, "")
      yield* print(asJson, resend, (resend, paint) =>
        [showResend(resend, paint), ...nextSteps(resend, input.url, account)].join("\n")
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
).pipe(
  Command.withDescription("Send events of a webhook again, or those of one delivery"),
  Command.withExamples([
    { command: "sellerkit resend --webhook <id> --since 2h --only-failed", description: "What was lost since then" },
    { command: "sellerkit resend --delivery <id>", description: "What one request carried" }
  ])
)
