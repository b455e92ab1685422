/** Operations on campaigns (Seller Statistics Reports, Promotion operations): each is declared here, once. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { mostProducts } from "../../configuration/Configuration.ts"
import { SourceType } from "../../funds/Money.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { refusing } from "../../http/refusals/InputRefusals.ts"
import { asError, asJsonText, asText } from "../../http/refusals/Refused.ts"
import { mayBeLeftOut } from "../../validation/mayBeLeftOut.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { CampaignId, campaignName, CampaignStatus, CampaignType, nameLengths } from "../Campaign.ts"
import { BidSize } from "../BidSize.ts"
import { campaignLimits } from "./campaignLimits.ts"
import { refusals } from "./campaignRefusals.ts"
import { CampaignLists, CampaignView } from "./campaignView.ts"

/** An answer without a body. */
export const Done = HttpApiSchema.Empty(200)

/** The campaign that an operation is about. */
export const campaignQuery = { id: CampaignId }

// our choice: a billion.
const mostRoubles = 1_000_000_000

const Roubles = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostRoubles }))

const nms = (most: number) => Schema.Array(NumericId).check(Schema.isMaxLength(most))

/** Clients leave out what is zero or false. */
const AutomaticCampaignInput = Schema.Struct({
  type: Schema.Literal(8),
  name: campaignName(nameLengths.create),
  subjectId: NumericId,
  sum: mayBeLeftOut(Roubles),
  btype: mayBeLeftOut(SourceType),
  on_pause: mayBeLeftOut(Schema.Boolean),
  nms: mayBeLeftOut(nms(mostProducts.automatic)),
  cpm: mayBeLeftOut(Roubles)
}).annotate({ identifier: "AutomaticCampaignInput" })

/** Where a campaign is shown. */
export const Placement = Schema.Literals(["search", "recommendations"])

export const AuctionCampaignInput = Schema.Struct({
  /** The document calls it `campaignName`, and its sample `name`. */
  name: mayBeLeftOut(campaignName(nameLengths.create)),
  campaignName: mayBeLeftOut(campaignName(nameLengths.create)),
  nms: nms(mostProducts.auction).check(Schema.isMinLength(1)),
  bid_type: mayBeLeftOut(Schema.Literals(["manual", "unified"])),
  payment_type: mayBeLeftOut(Schema.Literals(["cpm", "cpc"])),
  placement_types: mayBeLeftOut(Schema.Array(Placement))
})
  .check(
    Schema.makeFilter(
      ({ campaignName, name }: { readonly name?: string; readonly campaignName?: string }) =>
        name !== undefined || campaignName !== undefined || "Expected a name"
    )
  )
  .annotate({ identifier: "AuctionCampaignInput" })
export type AuctionCampaignInput = typeof AuctionCampaignInput.Type

const RenameInput = Schema.Struct({
  advertId: CampaignId,
  name: campaignName(nameLengths.rename)
}).annotate({ identifier: "CampaignNameInput" })

const BidInput = Schema.Struct({
  advertId: CampaignId,
  /** Promotion operations, Campaign bid update: of all but campaigns in the catalog. */
  type: Schema.Literals([5, 6, 7, 8, 9]),
  cpm: BidSize,
  /** Automatic campaigns need none. */
  param: mayBeLeftOut(NumericId),
  /** Clients that always send it send 0 where it means nothing. */
  instrument: mayBeLeftOut(Schema.Literals([4, 6]), 0)
}).annotate({ identifier: "BidInput" })

const ProductsChangeInput = Schema.Struct({
  add: mayBeLeftOut(nms(1000)),
  /** Promotion operations, Rules: it is not validated. */
  delete: Schema.optionalKey(Schema.Unknown)
}).annotate({ identifier: "NomenclaturesChange" })

// our choice of order: like the lists of people.
const order = Schema.Literals(["create", "change", "id"])
const direction = Schema.Literals(["desc", "asc"])

const informationQuery = {
  status: Schema.optionalKey(CampaignStatus),
  type: Schema.optionalKey(CampaignType),
  order: Schema.optionalKey(order),
  direction: Schema.optionalKey(direction)
}

/** Limits, Other constants. */
const mostIds = 50

const asked = (summary: string, description: string) => ({
  summary,
  description,
  access: accessRules.promotionReads,
  limit: campaignLimits.campaigns
})

const changing = (summary: string, description: string) => ({
  ...asked(summary, description),
  access: accessRules.promotionChanges
})

/** An action on one campaign. */
const action = { query: campaignQuery, success: Done, error: [asText.withStatus(400), asText.withStatus(422)] }
const actionRefusals = refusing({ body: asText, otherwise: refusals.advertId })

const pausing = changing("Pause campaign", "From 9. The campaign is paused when the minute is over.")

export class CampaignsApi extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.post("createAutomatic", "/adv/v1/save-ad", {
      payload: AutomaticCampaignInput,
      success: Schema.String,
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          ...changing(
            "Create automatic campaign",
            "Its budget is topped up in the same write. Answers with its id, as a text."
          ),
          limit: campaignLimits.automaticCreations
        })
      )
      .annotateMerge(
        refusing({
          body: asError,
          fields: {
            "body.name": refusals.campaignName,
            "body.subjectId": refusals.subject,
            "body.btype": refusals.source
          },
          otherwise: refusals.creation
        })
      ),
    HttpApiEndpoint.post("createAuction", "/adv/v2/seacat/save-ad", {
      payload: AuctionCampaignInput,
      success: CampaignId,
      error: asJsonText.withStatus(400)
    })
      .annotateMerge(
        operation({
          ...changing("Create auction campaign", "Answers with its id. It is ready to launch once it has a budget."),
          limit: campaignLimits.auctionCreations
        })
      )
      .annotateMerge(
        refusing({
          body: asJsonText,
          fields: { "body.name": refusals.campaignName, "body.campaignName": refusals.campaignName },
          otherwise: refusals.creation
        })
      ),
    HttpApiEndpoint.get("remove", "/adv/v0/delete", {
      query: campaignQuery,
      success: Done,
      error: [asError.withStatus(400), asError.withStatus(422)]
    })
      .annotateMerge(
        operation(
          changing("Remove campaign", "From 4. It disappears after 3 to 10 minutes; its budget goes back at once.")
        )
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.removedId })),
    HttpApiEndpoint.post("rename", "/adv/v0/rename", {
      payload: RenameInput,
      success: Done,
      error: [asText.withStatus(400), asText.withStatus(422)]
    })
      .annotateMerge(operation(changing("Rename campaign", "Answers show the new name within 3 minutes.")))
      .annotateMerge(
        refusing({
          body: asText,
          fields: { "body.advertId": refusals.advertId, "body.name": refusals.name },
          otherwise: refusals.body
        })
      ),
    HttpApiEndpoint.get("lists", "/adv/v1/promotion/count", { success: CampaignLists }).annotateMerge(
      operation(asked("Campaign lists", "All campaigns of the seller, by type and status; null when there are none."))
    ),
    HttpApiEndpoint.post("information", "/adv/v1/promotion/adverts", {
      query: informationQuery,
      // Clients that ask by the query send no body, or null.
      payload: [Schema.Array(CampaignId).check(Schema.isMaxLength(mostIds)), Schema.Null],
      success: [Schema.Array(CampaignView), HttpApiSchema.NoContent],
      error: [asText.withStatus(400), asText.withStatus(422)]
    })
      .annotateMerge(
        operation(
          asked(
            "Campaigns information",
            "Those of the ids in the body, or those of a type and a status. Changes are shown within 3 minutes. 204 when there are none."
          )
        )
      )
      .annotateMerge(
        refusing({ body: asText, fields: { "query.type": refusals.type }, otherwise: refusals.parameters })
      ),
    HttpApiEndpoint.post("bid", "/adv/v0/cpm", {
      payload: BidInput,
      success: Done,
      error: [asText.withStatus(400), asText.withStatus(422)]
    })
      .annotateMerge(
        operation({
          ...changing(
            "Campaign bid update",
            "The last bid of half a minute is kept. Answers show it within 3 minutes."
          ),
          limit: campaignLimits.bids
        })
      )
      .annotateMerge(
        refusing({
          body: asText,
          fields: {
            "body.advertId": refusals.advertId,
            "body.type": refusals.type,
            "body.param": refusals.param,
            "body.instrument": refusals.param,
            "body.cpm": refusals.cpm
          },
          otherwise: refusals.body
        })
      ),
    HttpApiEndpoint.get("launch", "/adv/v0/start", action)
      .annotateMerge(
        operation(
          changing(
            "Launch campaign",
            "From 4 or 11, with a budget, and from 4 when no bid of it waits. The campaign is active when the minute is over."
          )
        )
      )
      .annotateMerge(actionRefusals),
    HttpApiEndpoint.get("pause", "/api/v0/pause", action)
      .annotateMerge(operation(pausing))
      .annotateMerge(actionRefusals),
    // The path that clients know (contract, Must-do list, 2).
    HttpApiEndpoint.get("pauseAlias", "/adv/v0/pause", action)
      .annotateMerge(operation({ ...pausing, summary: "Pause campaign (/adv/v0/pause)", aliasOf: "campaigns.pause" }))
      .annotateMerge(actionRefusals),
    HttpApiEndpoint.get("complete", "/adv/v0/stop", action)
      .annotateMerge(
        operation(
          changing(
            "Complete campaign",
            "From 4, 9 or 11. The campaign is completed when the minute is over; what is left of its budget goes back."
          )
        )
      )
      .annotateMerge(actionRefusals),
    HttpApiEndpoint.get("nomenclatures", "/adv/v1/auto/getnmtoadd", {
      query: campaignQuery,
      success: Schema.Array(NumericId),
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          ...asked("Nomenclatures of an automatic campaign", "Products that could be added to the campaign."),
          limit: campaignLimits.automaticNomenclatures
        })
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.campaign })),
    HttpApiEndpoint.post("changeNomenclatures", "/adv/v1/auto/updatenm", {
      query: campaignQuery,
      payload: ProductsChangeInput,
      success: Done,
      error: [asError.withStatus(400), asError.withStatus(422)]
    })
      .annotateMerge(
        operation({
          ...changing(
            "Change nomenclatures of an automatic campaign",
            "All of the products are added, or none where one is not available or they are too many. The last one is not deleted. The answer is 200 then too."
          ),
          limit: campaignLimits.automaticNomenclatures
        })
      )
      .annotateMerge(
        refusing({ body: asError, fields: { "query.id": refusals.campaign }, otherwise: refusals.creation })
      )
  )
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(OpenApi.annotations({ title: "Campaigns", description: "Create campaigns, and run them." })) {}
