/** What people read of the change log. */
import type { Explained, FeatureDocumentation } from "../../http/description/Documentation.ts"

type Explanations = Readonly<Record<string, Explained>>

const ofAll: Explanations = {
  kind: ["What kind of change it is."],
  on: [
    "From when on it counts: a day in Moscow, or a month or a year, where no day is known. Those count from their first day on.",
    "2026-06-23"
  ],
  source: ["What says so.", "Seller Statistics Reports, Versioning, March"],
  summary: ["The change in a sentence.", "GET /api/v1/supplier/stocks is switched off."]
}

const ofOperations: Explanations = {
  ...ofAll,
  operation: ["The operation, by method and path.", "GET /api/v1/supplier/stocks"]
}

const leaving: Explanations = {
  ...ofOperations,
  successor: [
    "What to use instead. It may be an operation that is not served here.",
    "POST /api/analytics/v1/stocks-report/marketplace-warehouses"
  ]
}

const kinds: Readonly<Record<string, Explanations>> = {
  OperationAdded: ofOperations,
  OperationDeprecated: leaving,
  OperationDisabled: leaving,
  FieldsAdded: {
    ...ofOperations,
    fields: ["The new fields. One inside others is written with those before it.", ["days.canceled"]]
  },
  LimitChanged: {
    ...ofOperations,
    location: ["The part of the request that has the limit.", "body"],
    before: ["How many elements it could have before.", 100],
    most: ["How many elements it can have from then on.", 50]
  },
  ValuesRemoved: {
    ...ofOperations,
    field: ["The field that no longer has the values.", "adverts.type"],
    values: ["The values.", [4, 5, 6, 7]]
  },
  OtherChange: { ...ofAll, text: ["The change in a sentence.", "The sales funnel v3 is new."] }
}

export const changeLogDocumentation: FeatureDocumentation = {
  fields: {
    changes: [
      "The newest first, those to come included.",
      [
        {
          kind: "disabled",
          on: "2026-06-23",
          source: "Seller Statistics Reports, Versioning, March",
          operation: "GET /api/v1/supplier/stocks",
          successor: "POST /api/analytics/v1/stocks-report/marketplace-warehouses",
          summary:
            "GET /api/v1/supplier/stocks is switched off; use POST /api/analytics/v1/stocks-report/marketplace-warehouses."
        }
      ]
    ],
    ...Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, fields]) =>
        Object.entries(fields).map(([field, explained]) => [`${kind}.${field}`, explained])
      )
    ),
    "?since": ["Not from before this day in Moscow.", "2026-03-01"]
  },
  answers: { "changeLog.list": "The changes." },
  mistakes: { "query.since": ["Expected a day, such as 2026-01-15", "yesterday"] }
}
