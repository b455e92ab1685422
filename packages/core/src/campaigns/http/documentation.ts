/** What people read of campaigns, in Markdown. Its source is Seller Statistics Reports, and the contract where that is silent. */
import type { Example, FeatureDocumentation } from "../../http/description/Documentation.ts"
import { refusals } from "./campaignRefusals.ts"

// our choice: one id in all examples, so that readers see what belongs together.
const advertId = 28150154

const theCampaign = ["Id of the campaign.", advertId] as const

const aText = "The body is the text alone."

const statuses = "-1 is being removed, 4 ready to launch, 7 completed, 8 declined, 9 active, 11 paused"

const types = "4 catalog, 5 content, 6 search, 7 recommendations, 8 automatic, 9 auction"

const united: Example = [
  { subject: { id: 192, name: "Рубашки" }, menus: [], nms: [12345678], searchCPM: 150, catalogCPM: 150 }
]

/** The actions that all answer alike. */
const actions = ["campaigns.launch", "campaigns.pause", "campaigns.complete"]

export const campaignDocumentation: FeatureDocumentation = {
  fields: {
    advertId: theCampaign,
    changeTime: ["When it was changed last.", "2026-01-15T12:30:00.125+03:00"],
    nms: ["Articles of the products that it advertises.", [12345678]],
    nm: ["Article of the product.", 12345678],
    cpm: ["What a thousand displays cost.", 150],
    "AutomaticCampaignInput.type": ["Always 8.", 8],
    "AutomaticCampaignInput.name": ["What to call it: 1 to 128 characters.", "Winter shirts"],
    "AutomaticCampaignInput.subjectId": ["The subject of its products, of those that the seller has.", 192],
    "AutomaticCampaignInput.sum": [
      "What its budget gets: a multiple of 50, and not less than the configuration value `budget_min`.",
      1000
    ],
    btype: ["Where that comes from: 0 the account, 1 the balance, 3 bonuses; 0 when absent.", 1],
    on_pause: [
      "Whether it is created paused, and can be launched 3 minutes later; it is launched at once when absent or false.",
      false
    ],
    "AutomaticCampaignInput.nms": [
      "Articles of its products, at most 100, or as many as the configuration value `max_auto_nms` says; products of the subject when absent.",
      [12345678]
    ],
    "AutomaticCampaignInput.cpm": [
      "Its bid in roubles for a thousand displays. One below the minimum is raised to it, and so is none.",
      150
    ],
    "campaigns.createAutomatic.answer": ["", String(advertId)],
    "AuctionCampaignInput.name": ["What to call it: 1 to 128 characters.", "Winter shirts"],
    campaignName: ["The same, where `name` is absent: one of the two is needed.", "Winter shirts", "apart"],
    "AuctionCampaignInput.nms": [
      "Articles of its products: 1 to 50, or as many as the configuration value `max_nm_count` says.",
      [12345678]
    ],
    "AuctionCampaignInput.bid_type": ["`manual`: you set its bids; `unified`: one bid for all; `manual` when absent."],
    payment_type: ["What is paid for: `cpm` displays, `cpc` clicks; `cpm` when absent."],
    placement_types: ["Where it is shown; everywhere when absent or empty.", ["search", "recommendations"]],
    "campaigns.createAuction.answer": ["", advertId],
    "CampaignNameInput.name": ["What to call it from now on: 1 to 100 characters.", "Summer shirts"],
    "BidInput.type": ["Type of the campaign.", 9],
    "BidInput.cpm": ["The bid in roubles for a thousand displays, not less than the minimum.", 200],
    param: [
      "What the bid is for: a subject of the campaign, or the set or menu of a deprecated one. Automatic campaigns need none.",
      192
    ],
    instrument: ["Where, in an auction: 4 in the catalog, 6 in the search; 6 when absent.", 6],
    "CampaignLists.adverts": ["Groups of campaigns of one type and status; null where there are no campaigns."],
    all: ["How many campaigns there are.", 1],
    advert_list: ["The campaigns of the group."],
    "CampaignGroup.type": [`Their type: ${types}.`, 9],
    "CampaignGroup.status": [`Their status: ${statuses}.`, 9],
    "CampaignGroup.count": ["How many they are.", 1],
    "Campaign.name": ["What people call it.", "Winter shirts"],
    "Campaign.type": [`What it is: ${types}. Those up to 7 are deprecated.`, 9],
    "Campaign.status": [`How it is: ${statuses}.`, 9],
    dailyBudget: ["What it may spend in a day; 0 where that is not limited.", 0],
    createTime: ["When it was created.", "2026-01-15T12:00:00.000+03:00"],
    startTime: ["When it was launched, or created where it never was.", "2026-01-15T12:30:00.000+03:00"],
    endTime: ["When it was completed; in the year 2100 where it was not.", "2100-01-01T00:00:00+03:00"],
    "Campaign.paymentType": ["What is paid for: `cpm` displays, `cpo` orders, `cpc` clicks.", "cpm"],
    "Campaign.bid_type": ["In an auction: `manual` where the seller sets its bids, `unified` for one bid."],
    searchPluseState: ["Whether its fixed phrases are active.", false],
    params: ["Settings of a deprecated campaign.", undefined, "apart"],
    subjectName: ["Name of the subject.", "Рубашки"],
    setId: ["Id of the set of product cards.", 10],
    setName: ["Name of the set.", "Мужчинам"],
    menuId: ["Id of the menu of the catalog.", 20],
    menuName: ["Name of the menu.", "Мужчинам"],
    "Campaign.params.active": ["Whether this part is active.", true],
    "Campaign.params.price": ["The bid for this part.", 400],
    intervals: ["The hours of the day in which it is shown."],
    Begin: ["The first hour.", 8],
    End: ["The last hour.", 22],
    "Campaign.params.nms": ["The products of this part."],
    "Campaign.params.nms.active": ["Whether the product is shown.", true],
    autoParams: ["Settings of an automatic campaign.", undefined, "apart"],
    subject: ["The subject of the products."],
    "Campaign.autoParams.subject.id": ["Its id.", 192],
    "Campaign.autoParams.subject.name": ["What it is called.", "Рубашки"],
    sets: ["Sets of product cards."],
    "Campaign.autoParams.sets.id": ["Id of the set.", 10],
    "Campaign.autoParams.sets.name": ["What it is called.", "Мужчинам"],
    menus: ["Menus of the catalog."],
    "Campaign.autoParams.menus.id": ["Id of the menu.", 20],
    "Campaign.autoParams.menus.name": ["What it is called.", "Мужчинам"],
    "Campaign.autoParams.active": ["Where it is shown."],
    carousel: ["Whether in the cards of products.", true],
    recom: ["Whether in recommendations.", true],
    booster: ["Whether in the search and the catalog.", true],
    nmCPM: ["The bid of each product."],
    unitedParams: ["Settings of an auction, by subject.", united],
    "Campaign.unitedParams.subject.id": ["Its id: `param` of a bid.", 192],
    "Campaign.unitedParams.subject.name": ["What it is called.", "Рубашки"],
    "Campaign.unitedParams.menus.id": ["Id of the menu.", 20],
    "Campaign.unitedParams.menus.name": ["What it is called.", "Мужчинам"],
    auction_multibids: ["The bid of each product in the search."],
    bid: ["The same as `cpm`: clients know it by both names.", 150],
    searchCPM: ["The bid in the search.", 150],
    catalogCPM: ["The bid in the catalog.", 150],
    add: [
      "Articles to add: all of them, or none where one is not available or they would be more than `max_auto_nms`.",
      [12345679]
    ],
    delete: [
      "Articles to delete, as an array, but not the last ones. It is not validated: what the campaign does not carry is ignored.",
      []
    ],
    "campaigns.nomenclatures.answer": ["", [12345679]],
    "campaigns.nomenclatures?id": theCampaign,
    "campaigns.changeNomenclatures?id": theCampaign,
    "campaigns.information.body": [
      "Ids of campaigns, at most 50; null, none or no body where the parameters say which ones.",
      [advertId]
    ],
    "ErrorText.error": ["Why it is refused.", refusals.removedId[1].ru],
    ...Object.fromEntries([...actions, "campaigns.remove"].map((action) => [`${action}?id`, theCampaign])),
    "campaigns.information?status": [`Only those of this status: ${statuses}.`, 9],
    "campaigns.information?type": [`Only those of this type: ${types}.`, 9],
    "campaigns.information?order": [
      "What to sort by: when they were created or changed, or their ids; `create` when absent."
    ],
    "campaigns.information?direction": ["Whether the last comes first; `desc` when absent."]
  },
  answers: {
    "campaigns.createAutomatic": "The campaign was created. This is its id, as a text.",
    "campaigns.createAutomatic 400":
      "The request is wrong, the seller does not have the products or not as much money. Nothing was created.",
    "campaigns.createAuction": "The campaign was created. This is its id.",
    "campaigns.createAuction 400":
      "The request is wrong, or the seller does not have the products. Nothing was created. The body is a string of JSON.",
    "campaigns.remove": "The campaign is being removed.",
    "campaigns.remove 400": "The id is wrong, or the seller has no such campaign.",
    "campaigns.remove 422": "The campaign has another status than 4. Nothing was changed.",
    "campaigns.rename": "The campaign has the name.",
    "campaigns.rename 400": `The id or the name is wrong, or the seller has no such campaign. ${aText}`,
    "campaigns.rename 422": `The body cannot be read, or the campaign is over. Nothing was changed. ${aText}`,
    "campaigns.lists": "The campaigns, by type and status.",
    "campaigns.information": "The campaigns.",
    "campaigns.information 204": "There are no such campaigns.",
    "campaigns.information 400": `The type is wrong, or neither ids nor a status or type were given. ${aText}`,
    "campaigns.information 422": `The body or another parameter is wrong. ${aText}`,
    "campaigns.bid": "The bid waits for the half minute to be over.",
    "campaigns.bid 400": `A field is wrong, the seller has no such campaign, or it has no such type or subject. ${aText}`,
    "campaigns.bid 422": `The body cannot be read, the bid is below the minimum, or the campaign is over. Nothing was changed. ${aText}`,
    "campaigns.launch": "The campaign is launched when the minute is over.",
    "campaigns.pause": "The campaign is paused when the minute is over.",
    "campaigns.complete": "The campaign is completed when the minute is over.",
    "campaigns.nomenclatures": "Articles of products that could be added.",
    "campaigns.nomenclatures 400": "The id is wrong, the seller has no such campaign, or it is not automatic.",
    "campaigns.changeNomenclatures":
      "What follows the rules was changed: none is added where one is not available, and the last one is not deleted.",
    "campaigns.changeNomenclatures 400":
      "The request is wrong, the seller has no such campaign, or it is not automatic. Nothing was changed.",
    "campaigns.changeNomenclatures 422": "The campaign is over. Nothing was changed.",
    ...Object.fromEntries(
      actions.flatMap((action) => [
        [`${action} 400`, `The id is wrong, or the seller has no such campaign. ${aText}`],
        [`${action} 422`, `The campaign is in no state for this. Nothing was changed. ${aText}`]
      ])
    )
  },
  refusals: {
    "campaigns.createAutomatic 400": refusals.products,
    "campaigns.createAuction 400": refusals.categories,
    "campaigns.remove 400": refusals.removedId,
    "campaigns.remove 422": refusals.status,
    "campaigns.rename 400": refusals.name,
    "campaigns.rename 422": refusals.nameNotChanged,
    "campaigns.information 400": refusals.nothingAsked,
    "campaigns.information 422": refusals.parameters,
    "campaigns.bid 400": refusals.param,
    "campaigns.bid 422": refusals.bid,
    "campaigns.nomenclatures 400": refusals.automaticOnly,
    "campaigns.changeNomenclatures 400": refusals.campaign,
    "campaigns.changeNomenclatures 422": refusals.status,
    ...Object.fromEntries(
      actions.flatMap((action) => [
        [`${action} 400`, refusals.advertId],
        [`${action} 422`, refusals.status]
      ])
    )
  }
}
