/**
 * The four event types of the Seller Webhooks Service (Events, Event types).
 * The payload of `card_creation_error` is the document's. The other three are not shown there: theirs are designed
 * from their meaning, with few required fields, and recorded in docs/decisions.md.
 */
import { Schema } from "effect"
import { Timestamp } from "../time/Timestamp.ts"
import { eventScope, eventType } from "./EventType.ts"

const ReportGenerationComplete = Schema.Struct({
  reportId: Schema.String,
  reportType: Schema.Literals(["stocks", "paidAcceptance", "paidStorage"]),
  generatedAt: Timestamp
})

const CardCreationError = Schema.Struct({
  vendorCode: Schema.String,
  updateAt: Timestamp,
  subjectID: Schema.Int,
  translations: Schema.Record(
    Schema.String,
    Schema.Struct({ subject: Schema.String, errors: Schema.Array(Schema.String) })
  )
})

/** A product card without its label list and its photo and video URLs, which the document leaves out. */
const CardChanged = Schema.Struct({
  nmID: Schema.Int,
  vendorCode: Schema.String,
  updatedAt: Timestamp,
  /** True when the card was deleted outside the API. */
  deleted: Schema.optionalKey(Schema.Boolean),
  subjectID: Schema.optionalKey(Schema.Int),
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  brand: Schema.optionalKey(Schema.String)
})

const FeedbackUpdated = Schema.Struct({
  feedbackId: Schema.String,
  nmID: Schema.Int,
  productValuation: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  text: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  answer: Schema.optionalKey(Schema.Struct({ text: Schema.String, createdAt: Timestamp }))
})

export const publishedEventScopes = [
  eventScope({
    key: "contentanalytics",
    name: "Analytics",
    category: "analytics",
    eventTypes: [
      eventType({
        key: "report_generation_complete",
        name: "Report generation finished",
        payload: ReportGenerationComplete,
        example: {
          reportId: "06eea887-9d9f-491f-b16a-bb1766fcb8d2",
          reportType: "stocks",
          generatedAt: "2026-01-15T09:30:00.000Z"
        }
      })
    ]
  }),
  eventScope({
    key: "content",
    name: "Content",
    category: "content",
    eventTypes: [
      eventType({
        key: "card_creation_error",
        name: "Error creating a product card",
        payload: CardCreationError,
        example: {
          vendorCode: "shirt-blue-42",
          updateAt: "2026-01-15T09:30:00.000Z",
          subjectID: 192,
          translations: {
            en: { subject: "Shirts", errors: ["The barcode is used by another card"] },
            ru: { subject: "Рубашки", errors: ["Баркод используется в другой карточке"] }
          }
        }
      }),
      eventType({
        key: "card_changed",
        name: "Product card changed",
        payload: CardChanged,
        example: {
          nmID: 12345678,
          vendorCode: "shirt-blue-42",
          updatedAt: "2026-01-15T09:30:00.000Z",
          title: "Blue shirt",
          subjectID: 192
        }
      })
    ]
  }),
  eventScope({
    key: "questionsandfeedback",
    name: "Feedbacks and questions",
    category: "feedbacksAndQuestions",
    eventTypes: [
      eventType({
        key: "feedback_updated",
        name: "Feedback created or changed",
        payload: FeedbackUpdated,
        example: {
          feedbackId: "pFd1kZgBq3sYxV0wH2mN",
          nmID: 12345678,
          productValuation: 5,
          text: "Fits well",
          createdAt: "2026-01-15T09:30:00.000Z",
          updatedAt: "2026-01-15T09:30:00.000Z"
        }
      })
    ]
  })
] as const
