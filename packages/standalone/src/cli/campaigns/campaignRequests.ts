/** What commands ask of the seller API about campaigns. */
import type { CampaignStatus, CampaignType } from "@sellerkit/core"
import type { CampaignView, Client } from "@sellerkit/core/client"
import { Effect } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { sellerkit } from "../connection/shell.ts"
import { placeFlags } from "../connection/connection.ts"
import type { SellerInput, SellerOperations } from "../connection/SellerAccess.ts"

interface Asked {
  readonly type?: CampaignType
  readonly status?: CampaignStatus
}

/** The operations without their wrapping, for calls that follow one that was refused. */
export type SellerApi = Client.SellerClient

export const campaignsOf = (owner: SellerOperations, query: Asked) =>
  Effect.map(
    owner((api) => api.campaigns.information({ query, payload: null })),
    (found): ReadonlyArray<CampaignView> => found ?? []
  )

/** Undefined where the account has none with the id. */
export const campaignById = (api: SellerApi, id: number) =>
  Effect.map(api.campaigns.information({ query: {}, payload: [id] }), (found) => found?.[0])

export const noCampaign = (id: number, input: SellerInput) =>
  new CommandFailed({
    message: `This account has no campaign ${id}. All that it has: ${sellerkit} campaigns${placeFlags(input)}`
  })
