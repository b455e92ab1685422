/** What the marketplace's own side puts in: the products, the money and the media campaigns of a seller. */
import {
  CampaignId,
  CreditInput,
  Finance,
  MediaCampaignInput,
  mediaCampaignOf,
  MediaCampaigns,
  type Money,
  Product,
  Products,
  type ReportKind,
  Reports
} from "@sellerkit/core"
import { Clock, Data, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Seed } from "../data/SeededRandom.ts"
import type { AccountOf, AccountOptions } from "./AccountOptions.ts"
import { makeRecordSample } from "./recordSample.ts"
import { decodeRows, type ReportRowsOptions, ReportRowsRefused } from "./reportRows.ts"

export interface CreditOptions extends AccountOptions {
  /** In roubles, as all sums. */
  readonly account?: number
  readonly balance?: number
  readonly bonus?: number
  /** The same key again changes nothing. Another one each time, when absent. */
  readonly idempotencyKey?: string
}

/** What the seller has besides the budgets of its campaigns, in roubles. */
export interface SellerFunds extends Money.Money {}

/** Why products cannot be put in. None of them was. */
export class ProductsRefused extends Data.TaggedError("ProductsRefused")<{ readonly reason: string }> {
  override get message() {
    return `The products cannot be put in: ${this.reason}`
  }
}

/** Why money cannot be given or taken. */
export class CreditRefused extends Data.TaggedError("CreditRefused")<{ readonly reason: string }> {
  override get message() {
    return `The funds cannot be changed: ${this.reason}`
  }
}

/** A media campaign as the information shows it, with its banners. */
export type MediaCampaignOptions = typeof MediaCampaignInput.Encoded

/** Why a media campaign cannot be put in. */
export class MediaCampaignRefused extends Data.TaggedError("MediaCampaignRefused")<{ readonly reason: string }> {
  override get message() {
    return `The media campaign cannot be put in: ${this.reason}`
  }
}

const decodeId = Schema.decodeUnknownEffect(CampaignId)
const decodeMediaCampaign = Schema.decodeUnknownEffect(MediaCampaignInput, { errors: "all" })
const decodeProducts = Schema.decodeUnknownEffect(Schema.Array(Product), { errors: "all" })
const decodeCredit = Schema.decodeUnknownEffect(CreditInput, { errors: "all", onExcessProperty: "error" })

export const makeMarketplaceSide = Effect.fnUntraced(function* (accountOf: AccountOf, seed: Seed) {
  const service = yield* Products
  const finance = yield* Finance
  const media = yield* MediaCampaigns
  const reports = yield* Reports
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  return {
    putProducts: Effect.fnUntraced(
      function* (products: ReadonlyArray<Product>, account: AccountOptions = {}) {
        yield* service.put(accountOf(account), yield* decodeProducts(products))
      },
      Effect.mapError(({ message }: Error) => new ProductsRefused({ reason: message }))
    ),
    putMediaCampaign: Effect.fnUntraced(
      function* (advertId: number, campaign: MediaCampaignOptions, account: AccountOptions = {}) {
        const now = yield* Clock.currentTimeMillis
        const given = yield* decodeMediaCampaign(campaign)
        yield* media.put(accountOf(account), mediaCampaignOf(yield* decodeId(advertId), given, now))
      },
      Effect.mapError(({ message }: Error) => new MediaCampaignRefused({ reason: message }))
    ),
    recordReport: Effect.fnUntraced(
      function* <Kind extends ReportKind>(kind: Kind, rows: ReportRowsOptions<Kind>, account: AccountOptions = {}) {
        yield* reports.record(accountOf(account), kind, yield* decodeRows(kind, rows))
      },
      Effect.mapError(({ message }: Error) => new ReportRowsRefused({ reason: message }))
    ),
    recordSample: yield* makeRecordSample(accountOf, seed),
    credit: Effect.fnUntraced(
      function* ({ idempotencyKey, sandbox, sellerId, ...sums }: CreditOptions) {
        const account = accountOf({
          ...(sellerId !== undefined && { sellerId }),
          ...(sandbox !== undefined && { sandbox })
        })
        const given = yield* decodeCredit({ ...sums, idempotencyKey: idempotencyKey ?? (yield* uuidV4()) })
        const request = { account: 0, balance: 0, bonus: 0, ...given }
        return yield* finance.credit(account, request)
      },
      Effect.mapError(({ message }: Error) => new CreditRefused({ reason: message }))
    )
  }
})
