/**
 * What people read of the seller API, in Markdown. Its source is Seller Webhooks Service, and docs/decisions where that is
 * silent.
 */
import type { Documentation } from "./Documentation.ts"

/** What a reader has to know before the first call. */
const description = `Tells your systems what happens on a seller's account, by requests to a URL of yours.

1. List the event types, and create a webhook for those that you want to hear about.
2. Answer its notifications with status 200 within 10 seconds. What is not answered so is sent again.
3. Look up in the histories what happened, what was sent, and who changed what.

Send a Service or a Base token in \`Authorization\`, alone or after \`Bearer\`. A service sees the webhooks that it created itself, and a Base token those that the seller did.

- Times are RFC 3339 with an offset; answers have them in UTC, with milliseconds. Ids are UUIDs.
- Fields of a request that are not listed are ignored. Answers may get further ones.
- Each operation has a budget of requests (\`x-rate-limit\`) for each seller and service.
- Errors have one body. Besides the listed statuses any operation may answer 413 (a body that is too large), 500 (a mistake on our side) and 503 (come again later).`

// our choice: one for all, so that what belongs together is seen to have the same id.
const exampleId = "019845e1-682f-7b02-a706-3b2422d13aec"

/** What other APIs of the service have as well. */
export const sharedFields: Documentation["fields"] = {
  id: ["Its id, which never changes."],
  name: ["What people call it.", "My first webhook"],
  time: ["When it happened."],
  createdAt: ["When it was created."],
  updatedAt: ["When it was changed last."],
  requestId: [
    "Names the request, as the header `x-request-id` does. Tell it when you ask for help.",
    "6d2f1c5e-8a4b-4c3d-9e0f-1a2b3c4d5e6f"
  ],
  origin: ["The operation that answers.", "webhooks.create"],
  errors: ["Every field of the request that is wrong, where it is refused for that.", []],
  "BadRequest.errors": ["Every field of the request that is wrong, where it is refused for that."],
  message: ["What is wrong with it.", "Missing key"],
  location: ["Where it is: `path`, `query`, `header` or `body`, and the fields on the way.", "body.name"],
  value: ["What was found there; null for nothing, or for more than can be repeated.", null],
  url: [
    "Where notifications are sent: http or https, without user name or password. It cannot be changed.",
    "https://shop.example/notifications"
  ],
  subscriptions: ["The events that it receives. No pair may come twice."],
  scope: ["Key of the event's scope.", "content"],
  event: ["Key of the event's type.", "card_changed"],
  type: ["Key of the event's type.", "card_changed"],
  idempotencyKey: ["The same each time the event is sent: process it once.", "card-12345678-7"],
  test: ["Whether Send test event made it. Nothing has happened then.", false],
  webhookId: ["Id of the webhook."],
  success: ["Whether status 200 came within 10 seconds."],
  responseCode: ["The status that came; absent when none did.", 200],
  error: ["What went wrong; absent when nothing did.", "No answer within 10 seconds", "apart"],
  deliveries: ["The attempts to deliver."],
  next: ["For the parameter `next`, which leads to older records; empty where there are none.", ""],
  prev: ["For the parameter `prev`, which leads to newer records; empty where there are none.", ""],
  "?id": ["Id of the webhook."],
  "?webhookId": ["Only of this webhook."],
  "?limit": ["At most so many records."],
  "?next": ["`next` of a page: the older records. Empty counts as absent.", ""],
  "?prev": ["`prev` of a page: the newer records. Empty counts as absent.", ""],
  "?from": ["Not from before this time.", "2026-01-14T09:30:00Z"],
  "?to": ["Not from after this time.", "2026-01-16T09:30:00Z"]
}

const problems: Documentation["problems"] = {
  "400": ["Bad request", "The request is wrong in one place"],
  "401": ["Unauthorized", "The token has expired"],
  "403": ["Forbidden", "A personal token may not call this operation; it takes a service or base token"],
  "404": ["Webhook not found", `There is no webhook ${exampleId}`],
  "409": ["Webhook has no subscriptions", `The webhook ${exampleId} is subscribed to no events`],
  "429": ["Too many requests", "The budget of 60 requests is spent; the next is possible in 1s"]
}

const classes = {
  BadRequest: "400",
  Unauthorized: "401",
  Forbidden: "403",
  NotFound: "404",
  Conflict: "409",
  TooManyRequests: "429"
}

/** Errors, each with examples of its status. */
export const problemFields = (examples: Documentation["problems"]): Documentation["fields"] =>
  Object.fromEntries(
    Object.entries(classes).flatMap(([name, status]) => {
      const [title, detail] = examples[status] ?? []
      return [
        [`${name}.title`, ["What went wrong, in a few words.", title]],
        [`${name}.detail`, ["What went wrong this time, and what to do about it.", detail]]
      ]
    })
  )

const wrongInput = "The request is wrong in the fields that `errors` lists"

const mayNotSubscribe =
  "The token is of another type, or lacks the category of a subscription; or the seller has disabled the service, and the webhook is to be enabled."

export const sellerDocumentation: Documentation = {
  description,
  formats: { uuid: exampleId, "date-time": "2026-01-15T09:30:00.125Z" },
  fields: {
    ...sharedFields,
    ...problemFields(problems),
    eventScopes: ["All scopes."],
    eventTypes: ["The types of its events."],
    key: ["What subscriptions and events call it.", "content"],
    "EventScope.name": ["What people call it.", "Content"],
    "EventType.name": ["What people call it.", "Product card changed"],
    "EventType.key": ["What subscriptions and events call it.", "card_changed"],
    enabled: ["Whether it receives events. What waits for one that does not is kept for 24 hours."],
    secret: [
      "Comes with every notification in `Authorization`, and signs it. It is not shown again.",
      "whsec_c2VsbGVya2l0IGV4YW1wbGUgc2VjcmV0LCAzMiBieXQ="
    ],
    webhooks: ["Those that the caller has."],
    total: ["How many webhooks the caller has.", 1],
    limit: ["How many webhooks the caller may have.", 100],
    checkStatus: ["The status that came; absent when none did.", 200],
    events: ["The events."],
    payload: [
      "What happened, as the only element. Its fields are those that notifications have.",
      [{ nmID: 12345678, vendorCode: "shirt-blue-42", updatedAt: "2026-01-15T09:30:00Z" }]
    ],
    history: ["The changes."],
    source: ["Who did it: `api` a caller, `operator` the marketplace, `system` the service itself."],
    action: ["What was done."],
    ip: ["Address of the caller; absent where nobody called, or it is not known.", "203.0.113.7"],
    userId: ["Whose token it was, where the token says so.", 1234567],
    request: ["What it was asked for. A creation has no webhook yet."],
    response: ["What it was done to. Empty where it failed."],
    "HistoryEntry.error": ["Why it failed; absent when it did not.", `There is no webhook ${exampleId}`, "apart"],
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
    "?order": ["What to sort by; `createdAtAsc` when absent."],
    "?event-id": ["Id of the event."],
    "?delivery-id": ["Id of the attempt."],
    "?history-id": ["Id of the change."]
  },
  answers: {
    "eventTypes.list": "The pairs of scope and event that there are.",
    "webhooks.list": "The webhooks, without their secrets.",
    "webhooks.create": "The webhook was created. Keep its secret.",
    "webhooks.checkUrl": "The URL was tried, and what came of it.",
    "webhooks.get": "The webhook, without its secret.",
    "webhooks.edit": "The webhook as it is now.",
    "webhooks.remove": "The webhook is gone.",
    "webhooks.refreshSecret": "The new secret. The one before is not sent any more.",
    "webhooks.sendTest": "The events that are on their way.",
    "events.list": "A page of events. Large ones make it shorter than `limit`.",
    "events.get": "The event.",
    "events.deliveries": "The attempts so far.",
    "deliveries.list": "A page of attempts.",
    "deliveries.get": "The attempt.",
    "history.list": "A page of changes.",
    "history.get": "The change.",
    "400": `${wrongInput}. Nothing was changed.`,
    "webhooks.create 400": `${wrongInput}, or the caller has as many webhooks as it may. Nothing was changed.`,
    "401": "There is no token, or one that is wrong, expired or revoked.",
    "403": "The token is of another type than Service or Base.",
    "webhooks.create 403": mayNotSubscribe,
    "webhooks.edit 403": mayNotSubscribe,
    "404": "The caller has nothing with this id. What others have is answered the same.",
    "409": "The webhook is subscribed to nothing, or it is disabled.",
    "429": "The operation's budget is spent. `retry-after` says when to come again."
  },
  problems,
  mistakes: {
    path: ["Expected a UUID", "17"],
    body: ["Missing key", null],
    "query.limit": ["Expected a value between 1 and 1000, got 0", "0"],
    "query.order": [
      'Expected "nameAsc" | "nameDesc" | "createdAtAsc" | "createdAtDesc" | "updatedAtAsc" | "updatedAtDesc", got "name"',
      "name"
    ]
  },
  nouns: { webhooks: "Webhook", events: "Event", deliveries: "Delivery", history: "History entry" }
}
