/** What people read of phrases of campaigns, in Markdown. Its source is Seller Statistics Reports, and the contract where that is silent. */
import { longestPhrase } from "../../campaigns/Campaign.ts"
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { refusals } from "./phraseRefusals.ts"

const theCampaign = ["Id of the campaign.", 28150154] as const

const aText = "The body is the text alone."

/** The operations that replace a list of minus-phrases. */
const lists = ["phrases.setPhrase", "phrases.setStrong", "phrases.setExcluded", "phrases.setAutomaticExcluded"]

const operations = ["phrases.setActivity", "phrases.setFixed", ...lists]

const wrong = "The request is wrong, the seller has no such campaign, or it is of another kind, or over."

export const phraseDocumentation: FeatureDocumentation = {
  fields: {
    "FixedPhrases.pluse": [
      `The phrases that it is shown for, at most 100, each of 1 to ${longestPhrase} characters. None, or null: all are removed.`,
      ["рубашка синяя"]
    ],
    "PhraseMatchMinusPhrases.phrase": [
      "It is not shown for searches that contain one of them. At most 1000; none, or null: all are removed.",
      ["дешево"]
    ],
    "ExactMatchMinusPhrases.strong": [
      "It is not shown for exactly these searches. At most 1000; none, or null: all are removed.",
      ["рубашка"]
    ],
    "MinusPhrases.excluded": [
      "Phrases that it is not shown for. At most 1000; none, or null: all are removed.",
      ["рубашка детская"]
    ],
    "phrases.setFixed.answer": ["", ["рубашка синяя"]],
    ...Object.fromEntries(operations.map((operation) => [`${operation}?id`, theCampaign])),
    "phrases.setActivity?fixed": ["Whether they are active; not when absent.", true]
  },
  answers: {
    "phrases.setActivity": "They are active, or not. Answers show it within 3 minutes.",
    "phrases.setActivity 400": `${wrong} Nothing was changed. The body is a string of JSON.`,
    "phrases.setFixed": "The fixed phrases that there are now.",
    "phrases.setFixed 400": `${wrong} Nothing was changed.`,
    ...Object.fromEntries(
      lists.flatMap((operation) => [
        [operation, "The list was replaced."],
        [`${operation} 400`, `${wrong} Nothing was changed. ${aText}`]
      ])
    )
  },
  refusals: {
    "phrases.setFixed 400": refusals.manualOnly,
    ...Object.fromEntries(["phrases.setActivity", ...lists].map((operation) => [`${operation} 400`, refusals.request]))
  }
}
