/** Operations on phrases of campaigns (Seller Statistics Reports, Promotion operations). */
import { Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { longestPhrase } from "../../campaigns/Campaign.ts"
import { campaignQuery, Done } from "../../campaigns/http/CampaignsApi.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { refusing } from "../../http/refusals/InputRefusals.ts"
import { asError, asJsonText, asText } from "../../http/refusals/Refused.ts"
import type { NamedLimit } from "../../limits/Limits.ts"
import { PlainText } from "../../validation/PlainText.ts"
import { phraseLimits } from "./phraseLimits.ts"
import { refusals } from "./phraseRefusals.ts"

const Phrase = PlainText.check(
  Schema.isBetweenCodePoints(1, longestPhrase, { message: `Expected between 1 and ${longestPhrase} characters` })
)

const phrases = (most: number) => Schema.Array(Phrase).check(Schema.isMaxLength(most))

/** Limits, Other constants. */
const [mostFixed, mostMinus] = [100, 1000]

/** As Python's clients write it too. */
const flags = { true: true, True: true, "1": true, false: false, False: false, "0": false } as const

const Flag = Schema.Literals(Object.keys(flags) as ReadonlyArray<keyof typeof flags>).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text) => flags[text]),
    encode: SchemaGetter.transform((flag) => (flag ? "true" : "false"))
  })
)

const minus = { query: campaignQuery, success: Done, error: asText.withStatus(400) }

/** Lists may be null, where clients send an empty one so. */
const list = Schema.NullOr(phrases(mostMinus))

const MinusPhrases = Schema.Struct({ excluded: list }).annotate({ identifier: "MinusPhrases" })

const replacing = (summary: string, limit: NamedLimit) =>
  operation({
    summary,
    description: "Replaces the list. An empty one removes all.",
    access: accessRules.promotionChanges,
    limit
  })

const minusRefusals = refusing({ body: asText, otherwise: refusals.request })

export class PhrasesApi extends HttpApiGroup.make("phrases")
  .add(
    HttpApiEndpoint.get("setActivity", "/v1/search/set-plus", {
      query: { ...campaignQuery, fixed: Schema.optionalKey(Flag) },
      success: Done,
      error: asJsonText.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Fixed phrases activity (auction only)",
          description: "Switches the fixed phrases of an auction campaign on or off.",
          access: accessRules.promotionChanges,
          limit: phraseLimits.fixedPhrases
        })
      )
      .annotateMerge(refusing({ body: asJsonText, otherwise: refusals.request })),
    HttpApiEndpoint.post("setFixed", "/v1/search/set-plus", {
      query: campaignQuery,
      payload: Schema.Struct({ pluse: Schema.NullOr(phrases(mostFixed)) }).annotate({ identifier: "FixedPhrases" }),
      success: Schema.Array(Schema.String),
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Set or delete fixed phrases (auction only)",
          description:
            "Replaces the fixed phrases of an auction campaign, and answers with them. An empty list removes all, and switches them off.",
          access: accessRules.promotionChanges,
          limit: phraseLimits.fixedPhrases
        })
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.request })),
    HttpApiEndpoint.post("setPhrase", "/v1/search/set-phrase", {
      ...minus,
      payload: Schema.Struct({ phrase: list }).annotate({ identifier: "PhraseMatchMinusPhrases" })
    })
      .annotateMerge(replacing("Minus-phrases of phrase match (auction only)", phraseLimits.minusPhrases))
      .annotateMerge(minusRefusals),
    HttpApiEndpoint.post("setStrong", "/v1/search/set-strong", {
      ...minus,
      payload: Schema.Struct({ strong: list }).annotate({ identifier: "ExactMatchMinusPhrases" })
    })
      .annotateMerge(replacing("Minus-phrases of exact match (auction only)", phraseLimits.minusPhrases))
      .annotateMerge(minusRefusals),
    HttpApiEndpoint.post("setExcluded", "/v1/search/set-excluded", {
      ...minus,
      payload: MinusPhrases
    })
      .annotateMerge(replacing("Minus-phrases from search (auction only)", phraseLimits.minusPhrases))
      .annotateMerge(minusRefusals),
    HttpApiEndpoint.post("setAutomaticExcluded", "/v1/auto/set-excluded", {
      ...minus,
      payload: MinusPhrases
    })
      .annotateMerge(replacing("Minus-phrases of automatic campaigns", phraseLimits.automaticMinusPhrases))
      .annotateMerge(minusRefusals)
  )
  .prefix("/adv")
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(
    OpenApi.annotations({ title: "Phrases", description: "What campaigns are shown for, and what not." })
  ) {}
