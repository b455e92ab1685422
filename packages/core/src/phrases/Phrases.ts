/** Fixed phrases and minus-phrases of campaigns (Seller Statistics Reports, Promotion operations). */
import { Context, Effect, Layer, Option, Record, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import { type CampaignNotChangeable, type CampaignNotFound, WrongCampaignType } from "../campaigns/CampaignErrors.ts"
import { CurrentIntervals } from "../campaigns/CampaignIntervals.ts"
import { campaignPhrases, type PhraseList } from "../campaigns/campaignRecords.ts"
import { makeCampaignWrites } from "../campaigns/CampaignWrites.ts"
import { changed } from "../campaigns/progress.ts"
import { whileChangeable } from "../campaigns/transitions.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, Records, remove } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"

/** Which campaigns an operation is for. */
type CampaignKind = WrongCampaignType["takes"]

const isOfKind: Readonly<Record<CampaignKind, (campaign: Campaign) => boolean>> = {
  automatic: ({ type }) => type === 8,
  auction: ({ type }) => type === 9,
  manual: ({ bidType, type }) => type === 9 && bidType !== "unified"
}

const ofKind =
  (takes: CampaignKind) =>
  (campaign: Campaign): Result.Result<Campaign, WrongCampaignType> =>
    isOfKind[takes](campaign) ? Result.succeed(campaign) : Result.fail(new WrongCampaignType({ takes }))

/** Minus-phrases, by who may have them: automatic campaigns have one list, auction campaigns three. */
export type MinusPhrases =
  | { readonly of: "auction"; readonly list: Exclude<PhraseList, "pluse"> }
  | { readonly of: "automatic"; readonly list: "excluded" }

type Failure = CampaignNotChangeable | CampaignNotFound | StorageError | WrongCampaignType

const listing = ({ findAll }: Records["Service"]) =>
  Effect.fn("Phrases.lists")(function* (account: Account, advertId: number) {
    const list = (name: PhraseList) => Lookup.one(campaignPhrases, [advertId, name])
    const found = yield* findAll(account, {
      pluse: list("pluse"),
      phrase: list("phrase"),
      strong: list("strong"),
      excluded: list("excluded")
    })
    return Record.map(found, Option.match({ onNone: () => [], onSome: ({ phrases }) => phrases }))
  })

export class Phrases extends Context.Service<
  Phrases,
  {
    /** Switches the fixed phrases on or off. Answers show it within 3 minutes. */
    setActivity(account: Account, advertId: number, isActive: boolean): Effect.Effect<void, Failure>
    /** Replaces the fixed phrases. Without any they are switched off. Gives those that there are then. */
    setFixed(
      account: Account,
      advertId: number,
      phrases: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<string>, Failure>
    /** Replaces a list. */
    setMinus(
      account: Account,
      advertId: number,
      minus: MinusPhrases,
      phrases: ReadonlyArray<string>
    ): Effect.Effect<void, Failure>
    /** All lists of a campaign, as they are now. */
    lists(
      account: Account,
      advertId: number
    ): Effect.Effect<Readonly<Record<PhraseList, ReadonlyArray<string>>>, StorageError>
  }
>()("@sellerkit/core/phrases/Phrases") {
  static readonly layer: Layer.Layer<Phrases, never, Records | SecureRandom.SecureRandom> = Layer.effect(
    Phrases,
    Effect.gen(function* () {
      const records = yield* Records
      const intervals = yield* CurrentIntervals
      const { edit } = yield* makeCampaignWrites

      const activity = (campaign: Campaign, isActive: boolean, now: number): Campaign =>
        campaign.state.searchPluseState === isActive
          ? campaign
          : changed(campaign, { searchPluseState: isActive }, now, intervals)

      /** One write of a list. `next`: the campaign with it. */
      const replace = (
        account: Account,
        advertId: number,
        [kind, list]: readonly [CampaignKind, PhraseList],
        phrases: ReadonlyArray<string>,
        next: (campaign: Campaign, now: number) => Campaign = (campaign) => campaign
      ) => {
        const kept = [...new Set(phrases)]
        const change =
          kept.length === 0
            ? remove(campaignPhrases, [advertId, list])
            : put(campaignPhrases, { advertId, list, phrases: kept })
        return edit(account, advertId, (financed, now) =>
          Result.map(Result.flatMap(whileChangeable(financed.campaign), ofKind(kind)), (campaign) => ({
            answer: kept,
            financed: { ...financed, campaign: next(campaign, now) },
            changes: [change]
          }))
        )
      }

      return Phrases.of({
        setActivity: Effect.fn("Phrases.setActivity")((account, advertId, isActive) =>
          edit(account, advertId, (financed, now) =>
            Result.map(Result.flatMap(whileChangeable(financed.campaign), ofKind("manual")), (campaign) => ({
              answer: undefined,
              financed: { ...financed, campaign: activity(campaign, isActive, now) }
            }))
          )
        ),
        setFixed: Effect.fn("Phrases.setFixed")((account, advertId, phrases) =>
          replace(account, advertId, ["manual", "pluse"], phrases, (campaign, now) =>
            phrases.length === 0 ? activity(campaign, false, now) : campaign
          )
        ),
        setMinus: Effect.fn("Phrases.setMinus")((account, advertId, minus, phrases) =>
          Effect.asVoid(replace(account, advertId, [minus.of, minus.list], phrases))
        ),
        lists: listing(records)
      })
    })
  )
}
