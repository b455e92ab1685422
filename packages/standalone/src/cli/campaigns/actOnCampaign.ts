/** Launches, pauses and completes campaigns. */
import { type CampaignAction, type CampaignStatus, transitions } from "@sellerkit/core"
import type { CampaignView, Refused } from "@sellerkit/core/client"
import { Effect } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { placeFlags } from "../connection/connection.ts"
import { sellerkit } from "../connection/shell.ts"
import { statusWord } from "../flags/campaignWords.ts"
import { print } from "../output/Output.ts"
import { campaignById, noCampaign, type SellerApi } from "./campaignRequests.ts"

type Action = Exclude<CampaignAction, "remove">

const oneOf = (statuses: ReadonlyArray<CampaignStatus>): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(statuses.map(statusWord))

/** Why the action was refused. What is shown may be three minutes behind, so that it does not always tell. */
const reasonOf = (action: Action, { advertId, status }: CampaignView, budget: number, input: SellerInput): string => {
  const place = placeFlags(input)
  const { from } = transitions[action]
  if (!from.includes(status)) {
    return `Campaign ${advertId} is ${statusWord(status)}. To ${action} it, it has to be ${oneOf(from)}.`
  }
  if (action === "launch" && budget === 0) {
    return `Campaign ${advertId} has no budget. Top it up: ${sellerkit} campaigns top-up ${advertId} 1000${place}`
  }
  return `Campaign ${advertId} is changing. Look at it again in 3 minutes: ${sellerkit} campaigns get ${advertId}${place}`
}

interface Own {
  readonly id: number
}

const explained = Effect.fnUntraced(function* (
  api: SellerApi,
  action: Action,
  { id, ...input }: Own & SellerInput,
  { text }: Refused
) {
  const campaign = yield* campaignById(api, id)
  if (campaign === undefined) return yield* noCampaign(id, input)
  const { total } = yield* api.finance.budget({ query: { id } })
  return yield* new CommandFailed({ message: `${reasonOf(action, campaign, total, input)} The service says: ${text}` })
})

/** What is said of the campaign once the minute is over. */
const endings: Readonly<Record<Action, string>> = {
  launch: "active",
  pause: "paused",
  complete: "completed"
}

const alsoOf: Readonly<Record<Action, string>> = {
  launch: "",
  pause: "",
  complete: " What is left of its budget goes back to the seller."
}

const act = (action: Action) =>
  Effect.fnUntraced(function* ({ id, ...input }: Own & SellerInput) {
    const owner = yield* (yield* sellerAccess(input)).as(null)
    yield* owner((api) =>
      Effect.catchTag(api.campaigns[action]({ query: { id } }), "Refused", (refused) =>
        explained(api, action, { id, ...input }, refused)
      )
    )
    const becomes = endings[action]
    yield* print(
      input.json,
      { advertId: id, becomes },
      (_, paint) =>
        `${paint("green", "Accepted")} Campaign ${id} is ${becomes} when the minute is over, and shown so within 3 minutes.${alsoOf[action]}`
    )
  })

export const launchCampaign = act("launch")
export const pauseCampaign = act("pause")
export const completeCampaign = act("complete")
