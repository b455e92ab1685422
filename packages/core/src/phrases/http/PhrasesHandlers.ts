/** Each operation on phrases as one call of the service. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { type MinusPhrases, Phrases } from "../Phrases.ts"
import { PhrasesApi } from "./PhrasesApi.ts"
import { orFixedRefused, orPhrasesRefused } from "./orPhraseRefused.ts"

export const PhrasesHandlers = HttpApiBuilder.group(
  sellerApi(PhrasesApi),
  "phrases",
  Effect.fn(function* (handlers) {
    const service = yield* Phrases

    const setMinus = (advertId: number, minus: MinusPhrases, phrases: ReadonlyArray<string> | null) =>
      orPhrasesRefused(CurrentCaller.use(({ owner }) => service.setMinus(owner, advertId, minus, phrases ?? [])))

    return handlers.handleAll({
      setActivity: ({ query: { fixed = false, id } }) =>
        orPhrasesRefused(CurrentCaller.use(({ owner }) => service.setActivity(owner, id, fixed))),
      setFixed: ({ payload, query: { id } }) =>
        orFixedRefused(CurrentCaller.use(({ owner }) => service.setFixed(owner, id, payload.pluse ?? []))),
      setPhrase: ({ payload, query: { id } }) => setMinus(id, { of: "auction", list: "phrase" }, payload.phrase),
      setStrong: ({ payload, query: { id } }) => setMinus(id, { of: "auction", list: "strong" }, payload.strong),
      setExcluded: ({ payload, query: { id } }) => setMinus(id, { of: "auction", list: "excluded" }, payload.excluded),
      setAutomaticExcluded: ({ payload, query: { id } }) =>
        setMinus(id, { of: "automatic", list: "excluded" }, payload.excluded)
    })
  })
)
