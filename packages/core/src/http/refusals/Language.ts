/** The language of texts that the marketplace publishes in Russian and in English. */
import { Context, Schema } from "effect"

export const Language = Schema.Literals(["ru", "en"])
export type Language = typeof Language.Type

/** A text as it is published. */
export type PublishedText = Readonly<Record<Language, string>>

/** The language of an installation's answers. All but one of the published copies show Russian (contract, Error bodies). */
export const AnswerLanguage = Context.Reference<Language>("@sellerkit/core/http/refusals/AnswerLanguage", {
  defaultValue: () => "ru"
})
