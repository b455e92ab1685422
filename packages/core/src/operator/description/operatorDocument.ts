/** The operator interface as an OpenAPI document. */
import { Effect } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { apiDocument } from "../../http/description/apiDocument.ts"
import { type Description, mapParts } from "../../http/description/Description.ts"
import type { Documentation } from "../../http/description/Documentation.ts"
import { lastDays } from "../../time/lastDays.ts"
import { numericIds } from "../../validation/WholeNumber.ts"

const scheme = "OperatorKey"

// Viewers know it in small letters.
const operatorKey = {
  type: "http",
  scheme: "bearer",
  description: "The key that the service was started with (`SELLERKIT_OPERATOR_KEY`)."
}

/** `OperatorAuthorization` reads the key itself. */
const keyRequirement = [{ [scheme]: [] }]

/** What is written about groups that a host adds. */
export type FurtherDocumentation = Pick<Documentation, "answers" | "fields">

const nothing: FurtherDocumentation = { answers: {}, fields: {} }

/** Loads the texts that people read. */
export const operatorDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  { answers, fields }: FurtherDocumentation = nothing
): Effect.Effect<Description> =>
  Effect.gen(function* () {
    const { operatorDocumentation: usual } = yield* Effect.promise(() => import("./operatorDocumentation.ts"))
    const documentation = {
      ...usual,
      answers: { ...usual.answers, ...answers },
      fields: { ...usual.fields, ...fields }
    }
    const document = yield* apiDocument(api, documentation, {
      userId: numericIds,
      nm: numericIds,
      advertId: { ...numericIds, minimum: 1 },
      days: { minimum: lastDays.minimum, maximum: lastDays.maximum }
    })
    return {
      ...document,
      security: keyRequirement,
      paths: mapParts(document["paths"], (methods) =>
        mapParts(methods, (operation) => ({ ...operation, security: keyRequirement }))
      ),
      components: { ...document["components"], securitySchemes: { [scheme]: operatorKey } }
    }
  })
