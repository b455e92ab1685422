/**
 * Requests for campaigns, as published clients of such an API make them in each language, and what they are answered. `AUCTION`,
 * `AUTOMATIC` and `MEDIA` stand for campaigns of the seller, `AS_TEXT` for such an id as a text, and `TODAY` for the day in Moscow.
 */
import type { RefusalShape } from "../promotion/PromotionAnswer.ts"
import type { SentRequest } from "./SentRequest.ts"

/**
 * Done: without a body. Given: with this body, or with one that has at least these fields, or in the first of its elements.
 * `created`: with the id of a campaign.
 */
export type PromotionAnswer =
  | "created"
  | "done"
  | { readonly given: unknown }
  | { readonly refused: readonly [status: 400 | 422, shape: RefusalShape, text: string] }

type PromotionRequest = readonly [sentBy: string, request: SentRequest, answer: PromotionAnswer]

const given = (body: unknown): PromotionAnswer => ({ given: body })
const refused = (status: 400 | 422, shape: RefusalShape, text: string): PromotionAnswer => ({
  refused: [status, shape, text]
})

const post = (path: string, body?: unknown): SentRequest => ({ path, method: "POST", body })

const automatic = { type: 8, name: "Winter", subjectId: 192, sum: 1000, nms: [101] }
const unset = { sum: 1000, btype: null, on_pause: null, nms: null, cpm: null }
const auction = { name: "Summer", nms: [101] }

const creations: ReadonlyArray<PromotionRequest> = [
  ["automatic, all fields", post("/adv/v1/save-ad", { ...automatic, btype: 0, on_pause: false, cpm: 100 }), "created"],
  ["automatic, zero and false left out", post("/adv/v1/save-ad", automatic), "created"],
  [
    "automatic, zero and an empty list",
    post("/adv/v1/save-ad", { ...automatic, btype: 0, nms: [], cpm: 0 }),
    "created"
  ],
  ["automatic, null for what is not set", post("/adv/v1/save-ad", { ...automatic, ...unset }), "created"],
  ["an auction by name", post("/adv/v2/seacat/save-ad", auction), "created"],
  ["an auction by campaignName", post("/adv/v2/seacat/save-ad", { campaignName: "Summer", nms: [101] }), "created"],
  [
    "an auction, null for the other name",
    post("/adv/v2/seacat/save-ad", { ...auction, campaignName: null }),
    "created"
  ],
  [
    "an auction, null for what is not set",
    post("/adv/v2/seacat/save-ad", { ...auction, bid_type: null, payment_type: null, placement_types: null }),
    "created"
  ],
  ["fields that nobody knows", post("/adv/v1/save-ad", { ...automatic, extra: { nested: [1] } }), "created"],
  [
    "a sum as a text",
    post("/adv/v1/save-ad", { ...automatic, sum: "1000" }),
    refused(400, "error", "Некорректное тело запроса")
  ],
  // Three deposits, and five automatic campaigns.
  ["all of them from the account", { path: "/adv/v1/balance" }, given({ balance: 1000, bonus: 2000 })]
]

const information = "/adv/v1/promotion/adverts"
const automaticCampaign = given([{ advertId: "AUTOMATIC", type: 8 }])
const nothingAsked = refused(400, "text", "Для получения информации передайте или список кампаний, или набор фильтров")
const wrongParameters = refused(422, "text", "Ошибка обработки параметров запроса")

const reads: ReadonlyArray<PromotionRequest> = [
  ["ids", post(information, ["AUTOMATIC"]), automaticCampaign],
  ["filters without a body", post(`${information}?status=9&type=8&order=id&direction=asc`), automaticCampaign],
  [
    "filters with an empty list, in PHP",
    post(`${information}?status=9&type=8&order=id&direction=asc`, []),
    automaticCampaign
  ],
  ["filters with null", post(`${information}?status=9&order=id&direction=asc`, null), automaticCampaign],
  ["filters with an empty text", post(`${information}?status=9&order=id&direction=asc`, ""), automaticCampaign],
  [
    "a page, which there is not",
    post(`${information}?type=8&order=id&direction=asc&limit=1&offset=50`),
    automaticCampaign
  ],
  ["neither ids nor filters", post(information, []), nothingAsked],
  ["an id in the query, which there is not", post(`${information}?id=AUTOMATIC`), nothingAsked],
  ["ids in an object", post(information, { ids: ["AUTOMATIC"] }), wrongParameters],
  ["an empty filter", post(`${information}?status=&type=8`), wrongParameters],
  ...[
    ["/adv/v1/promotion/count", { all: 2 }] as const,
    ["/adv/v1/supplier/subjects", [{ id: 69 }]] as const,
    ["/adv/v1/payments", [{ id: 1 }]] as const,
    ["/adv/v0/config", { categories: [] }] as const
  ].map(([path, found]): PromotionRequest => [
    `a GET that says it is JSON: ${path}`,
    { path, headers: { "content-type": "application/json" } },
    given(found)
  ]),
  [
    "a GET that says it is JSON, and is refused",
    { path: "/adv/v0/start?id=999999999999", headers: { "content-type": "application/json" } },
    refused(400, "text", "Кампания не найдена")
  ],
  ["after Bearer", { path: "/adv/v1/balance", scheme: "Bearer " }, given({ balance: 9000 })],
  ["subjects", { path: "/adv/v1/supplier/subjects?payment_type=cpm" }, given([{ id: 69 }])],
  ["nomenclatures of subjects", post("/adv/v2/supplier/nms", [69]), given([{ nm: 201, subjectId: 69 }])],
  ["nomenclatures of none", post("/adv/v2/supplier/nms", []), given([])],
  ["a history since a day", { path: "/adv/v1/payments?from=TODAY" }, given([{ id: 1, sum: 1000 }])],
  ["a history of always", { path: "/adv/v1/payments" }, given([{ id: 1, sum: 1000 }])],
  ["costs of a day", { path: "/adv/v1/upd?from=TODAY&to=TODAY" }, given([])],
  [
    "costs since a time",
    { path: "/adv/v1/upd?from=TODAYT00:00:00Z&to=TODAY" },
    refused(400, "text", "Некорректный период: от 1 до 31 дня")
  ]
]

const fullstats = "/adv/v2/fullstats"
const interval = { begin: "TODAY", end: "TODAY" }
const ofDays = given([{ advertId: "AUTOMATIC", dates: ["TODAY"] }])
const ofInterval = given([{ advertId: "AUTOMATIC", interval }])
const ofLastDay = given([{ advertId: "AUTOMATIC", views: 0 }])
const wrongBody = refused(400, "error", "Некорректное тело запроса")

const statistics: ReadonlyArray<PromotionRequest> = [
  ["days", post(fullstats, [{ id: "AUTOMATIC", dates: ["TODAY"] }]), ofDays],
  ["an interval", post(fullstats, [{ id: "AUTOMATIC", interval }]), ofInterval],
  ["an interval beside an empty list", post(fullstats, [{ id: "AUTOMATIC", dates: [], interval }]), ofInterval],
  ["an interval beside null", post(fullstats, [{ id: "AUTOMATIC", dates: null, interval }]), ofInterval],
  ["days beside null", post(fullstats, [{ id: "AUTOMATIC", dates: ["TODAY"], interval: null }]), ofDays],
  ["the id alone", post(fullstats, [{ id: "AUTOMATIC" }]), ofLastDay],
  ["an empty list of days", post(fullstats, [{ id: "AUTOMATIC", dates: [] }]), ofLastDay],
  ["both", post(fullstats, [{ id: "AUTOMATIC", dates: ["TODAY"], interval }]), wrongBody],
  ["no list", post(fullstats, { id: "AUTOMATIC" }), wrongBody],
  ["an empty list", post(fullstats, []), wrongBody],
  ["media campaigns, the id alone", post("/adv/v1/stats", [{ id: "MEDIA" }]), given([{ stats: [{ item_id: 7 }] }])],
  [
    "media campaigns, null",
    post("/adv/v1/stats", [{ id: "MEDIA", dates: null, interval: null }]),
    given([{ stats: [{ item_id: 7 }] }])
  ],
  [
    "media campaigns, an interval beside an empty list",
    post("/adv/v1/stats", [{ id: "MEDIA", dates: [], interval }]),
    given([{ interval }])
  ]
]

const deposit = "/adv/v1/budget/deposit?id=AUCTION"
const phrases = (list: string) => `/adv/v1/search/${list}?id=AUCTION`

const changes: ReadonlyArray<PromotionRequest> = [
  ["a deposit of a sum", post(deposit, { sum: 1000 }), "done"],
  [
    "a deposit, null for what is not set",
    post(deposit, { sum: 1000, type: null, return: null, cashback_sum: null }),
    "done"
  ],
  ["a deposit that is told", post(`${deposit}&x=1`, { sum: 1000, type: 0, return: true }), given({ total: 3000 })],
  [
    "a deposit with the id in the body",
    post("/adv/v1/budget/deposit", { id: "AUCTION", sum: 1000 }),
    refused(400, "error", "Некорректный идентификатор кампании")
  ],
  [
    "a bid with param and instrument of 0",
    post("/adv/v0/cpm", { advertId: "AUTOMATIC", type: 8, cpm: 300, param: 0, instrument: 0 }),
    "done"
  ],
  [
    "a bid, null for param and instrument",
    post("/adv/v0/cpm", { advertId: "AUTOMATIC", type: 8, cpm: 300, param: null, instrument: null }),
    "done"
  ],
  [
    "a bid in an auction",
    post("/adv/v0/cpm", { advertId: "AUCTION", type: 9, cpm: 300, param: 192, instrument: 6 }),
    "done"
  ],
  ["a name", post("/adv/v0/rename", { advertId: "AUCTION", name: "Spring" }), "done"],
  [
    "an id as a text",
    post("/adv/v0/rename", { advertId: "AS_TEXT", name: "Spring" }),
    refused(400, "text", "Некорректный идентификатор РК")
  ],
  ["fixed phrases", post(phrases("set-plus"), { pluse: ["лето"] }), given(["лето"])],
  ...["true", "True", "1", "0"].map((fixed): PromotionRequest => [
    `fixed: ${fixed}`,
    { path: `${phrases("set-plus")}&fixed=${fixed}` },
    "done"
  ]),
  ["fixed of false left out", { path: phrases("set-plus") }, "done"],
  ["no fixed phrases", post(phrases("set-plus"), { pluse: [] }), given([])],
  ["no phrases of phrase match", post(phrases("set-phrase"), { phrase: [] }), "done"],
  ["no phrases of exact match, as null", post(phrases("set-strong"), { strong: null }), "done"],
  ["no list of phrases", post(phrases("set-excluded"), {}), refused(400, "text", "Некорректный запрос")],
  [
    "products to add, and none to delete",
    post("/adv/v1/auto/updatenm?id=AUTOMATIC", { add: [102], delete: [] }),
    "done"
  ],
  [
    "products to delete, and null to add",
    post("/adv/v1/auto/updatenm?id=AUTOMATIC", { add: null, delete: [102] }),
    "done"
  ],
  ["no products", post("/adv/v1/auto/updatenm?id=AUTOMATIC", {}), "done"],
  ["a media campaign, with an empty reason", post("/adv/v1/advert/pause", { advert_id: "MEDIA", reason: "" }), "done"],
  ["a banner's bid as a number", post("/adv/v1/item/cpm/change", { advert_id: "MEDIA", item_id: 7, cpm: 400 }), "done"],
  ["a banner's bid as a text", post("/adv/v1/item/cpm/change", { advert_id: "MEDIA", item_id: 7, cpm: "500" }), "done"],
  ["a media campaign, without a reason", post("/adv/v1/advert/stop", { advert_id: "MEDIA" }), "done"],
  ["without a content type", post("/adv/v0/rename", { advertId: "AUCTION", name: "Spring" }), "done"],
  ...["text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "application/json; charset=utf-8"].map(
    (type): PromotionRequest => [
      `as ${type}`,
      { ...post("/adv/v0/rename", { advertId: "AUCTION", name: "Spring" }), headers: { "content-type": type } },
      "done"
    ]
  )
]

/** By what they are about, in the order in which they are sent. */
export const promotionRequests: Readonly<Record<string, ReadonlyArray<PromotionRequest>>> = {
  reads,
  statistics,
  changes,
  creations
}
