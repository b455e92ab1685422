/** What people read of webhooks, and of the notifications that they send, in Markdown. Its source is Seller Webhooks Service, and docs/decisions where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { exampleId, wrongInput } from "../../http/description/sellerDocumentation.ts"
import { complete } from "./description/notificationDescription.ts"
import type { EventTypeFacts } from "./description/payloadSchemas.ts"

const mayNotSubscribe =
  "The token is of another type, or lacks the category of a subscription; or the seller has disabled the service, and the webhook is to be enabled."

export const webhookDocumentation: FeatureDocumentation<EventTypeFacts> = {
  complete,
  fields: {
    enabled: ["Whether it receives events. What waits for one that does not is kept for 24 hours."],
    secret: [
      "Comes with every notification in `Authorization`, and signs it. It is not shown again.",
      "whsec_c2VsbGVya2l0IGV4YW1wbGUgc2VjcmV0LCAzMiBieXQ="
    ],
    webhooks: ["Those that the caller has."],
    total: ["How many webhooks the caller has.", 1],
    limit: ["How many webhooks the caller may have.", 100],
    checkStatus: ["The status that came; absent when none did.", 200],
    sellerId: ["The seller on whose account it happened.", "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"],
    "Notification.requestId": ["Id of the delivery, which the history has as well.", exampleId],
    "Notification.events.payload": ["What happened."],
    "contentanalytics/report_generation_complete.reportId": [
      "Id of the report.",
      "06eea887-9d9f-491f-b16a-bb1766fcb8d2"
    ],
    "contentanalytics/report_generation_complete.reportType": ["Which report it is."],
    "contentanalytics/report_generation_complete.generatedAt": ["When it was finished."],
    "content/card_creation_error.vendorCode": ["The seller's article.", "shirt-blue-42"],
    "content/card_creation_error.updateAt": ["When the creation failed."],
    "content/card_creation_error.subjectID": ["The product's subject.", 192],
    "content/card_creation_error.translations": [
      "What was wrong, by the code of the language.",
      { en: { subject: "Shirts", errors: ["The barcode is used by another card"] } }
    ],
    "content/card_creation_error.translations.subject": ["Name of the subject.", "Shirts"],
    "content/card_creation_error.translations.errors": ["What was wrong.", ["The barcode is used by another card"]],
    "content/card_changed.nmID": ["The marketplace's article.", 12345678],
    "content/card_changed.vendorCode": ["The seller's article.", "shirt-blue-42"],
    "content/card_changed.updatedAt": ["When it was changed."],
    "content/card_changed.deleted": ["True where the card was deleted, outside the API."],
    "content/card_changed.subjectID": ["The product's subject.", 192],
    "content/card_changed.title": ["Name of the product.", "Blue shirt"],
    "content/card_changed.description": ["Description of the product.", "A shirt for every day"],
    "content/card_changed.brand": ["Brand of the product.", "Northwind"],
    "questionsandfeedback/feedback_updated.feedbackId": ["Id of the feedback.", "pFd1kZgBq3sYxV0wH2mN"],
    "questionsandfeedback/feedback_updated.nmID": ["The marketplace's article.", 12345678],
    "questionsandfeedback/feedback_updated.productValuation": ["Stars that the buyer gave.", 5],
    "questionsandfeedback/feedback_updated.text": ["What the buyer wrote.", "Fits well"],
    "questionsandfeedback/feedback_updated.createdAt": ["When it was created."],
    "questionsandfeedback/feedback_updated.updatedAt": ["When it was changed last."],
    "questionsandfeedback/feedback_updated.answer": [
      "What the seller answered; absent where nothing was.",
      { text: "Thank you", createdAt: "2026-01-15T09:30:00.125Z" }
    ],
    "questionsandfeedback/feedback_updated.answer.text": ["What the seller wrote.", "Thank you"],
    "questionsandfeedback/feedback_updated.answer.createdAt": ["When it was written."],
    "promotion/campaign_status_changed.from": ["The status before.", 9],
    "promotion/campaign_status_changed.to": ["The status now.", 11],
    "promotion/campaign_status_changed.changedAt": ["When it changed."],
    "promotion/campaign_budget_exhausted.exhaustedAt": ["When nothing was left, and it was paused."],
    "promotion/campaign_declined.declinedAt": ["When it was declined."],
    "promotion/campaign_removed.removedAt": ["When it disappeared."],
    ...Object.fromEntries(
      ["status_changed", "budget_exhausted", "declined", "removed"].flatMap((type) => [
        [`promotion/campaign_${type}.advertId`, ["Id of the campaign.", 28150154]],
        [`promotion/campaign_${type}.name`, ["What people call it.", "Winter shirts"]],
        [
          `promotion/campaign_${type}.type`,
          ["What it is, as the operations on campaigns say it: 1 and 2 are media campaigns.", 9]
        ]
      ])
    ),
    "?order": ["What to sort by; `createdAtAsc` when absent."]
  },
  answers: {
    "webhooks.list": "The webhooks, without their secrets.",
    "webhooks.create": "The webhook was created. Keep its secret.",
    "webhooks.checkUrl": "The URL was tried, and what came of it.",
    "webhooks.get": "The webhook, without its secret.",
    "webhooks.edit": "The webhook as it is now.",
    "webhooks.remove": "The webhook is gone.",
    "webhooks.refreshSecret": "The new secret. The one before is not sent any more.",
    "webhooks.sendTest": "The events that are on their way.",
    "webhooks.create 400": `${wrongInput}, or the caller has as many webhooks as it may. Nothing was changed.`,
    "webhooks.create 403": mayNotSubscribe,
    "webhooks.edit 403": mayNotSubscribe,
    "409": "The webhook is subscribed to nothing, or it is disabled."
  },
  problems: {
    "404": ["Webhook not found", `There is no webhook ${exampleId}`],
    "409": ["Webhook has no subscriptions", `The webhook ${exampleId} is subscribed to no events`]
  },
  mistakes: {
    "query.order": [
      'Expected "nameAsc" | "nameDesc" | "createdAtAsc" | "createdAtDesc" | "updatedAtAsc" | "updatedAtDesc", got "name"',
      "name"
    ]
  },
  nouns: { webhooks: "Webhook" }
}
