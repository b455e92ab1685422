/** Campaigns for which anything may wait, at times near each other. */
import { Arbitrary, Schema } from "effect"
import type { Campaign } from "../../src/campaigns/Campaign.ts"

const Time = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 * 60_000 }))

const optional = Schema.optionalKey

const Waiting = Schema.Struct({
  pendingStatus: optional(Schema.Struct({ status: Schema.Literals([7, 9, 11]), appliesAt: Time })),
  pendingBids: optional(
    Schema.Array(
      Schema.Struct({
        target: Schema.Struct({ param: Schema.Literals([1, 2]), instrument: Schema.Literals([4, 6]) }),
        cpm: Schema.Literals([150, 300, 500]),
        appliesAt: Time
      })
    ).check(Schema.isMinLength(1), Schema.isMaxLength(5))
  ),
  synchronisesAt: optional(Time),
  goneAt: optional(Time)
})

const part = (id: number) => ({
  subject: { id, name: `Subject ${id}` },
  menus: [],
  nms: [100 + id],
  searchCPM: 150,
  catalogCPM: 150
})

const state = { name: "Summer", dailyBudget: 0, changedAt: 0, unitedParams: [part(1), part(2)] }

export const anyCampaign: Arbitrary.Arbitrary<Campaign> = Arbitrary.map(
  Arbitrary.all([Arbitrary.schema(Waiting), Arbitrary.schema(Schema.Literals([4, 9, 11]))]),
  ([{ synchronisesAt, ...waiting }, status]) => ({
    advertId: 1,
    type: 9,
    createdAt: 0,
    paymentType: "cpm",
    ...waiting,
    state: { ...state, status },
    ...(synchronisesAt !== undefined && { synchronisesAt, seen: { ...state, name: "Spring", status: 4 } })
  })
)
