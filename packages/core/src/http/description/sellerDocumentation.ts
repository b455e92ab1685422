/**
 * What people read of all operations of the seller API, in Markdown. Each feature adds its own part. Its sources are Seller
 * Webhooks Service and Seller Statistics Reports, Promotion Campaigns and API Conventions, and docs/decisions where both are silent.
 */
import { Record } from "effect"
import type { PublishedRefusal } from "../refusals/InputRefusals.ts"
import type { Language } from "../refusals/Language.ts"
import type { Documentation, FeatureDocumentation } from "./Documentation.ts"

/** What a reader has to know before the first call. */
const description = `Tells your systems what happens on a seller's account, by requests to a URL of yours, and runs the seller's promotion campaigns.

Webhooks:

1. List the event types, and create a webhook for those that you want to hear about.
2. Answer its notifications with status 200 within 10 seconds. What is not answered so is sent again.
3. Look up in the histories what happened, what was sent, and who changed what.

Promotion campaigns:

1. Look up which subjects and products the seller has, and create a campaign for some of them.
2. Top up its budget, and launch it. The last change of a status takes effect when the minute is over, and the last bid when the half minute is; answers show both within 3 minutes.
3. Look up in the histories of costs and top-ups what was done with the money.

Send a token in \`Authorization\`, alone or after \`Bearer\`. Operations say which types of token they take (\`x-token-types\`), and which category it has to have (\`x-token-category\`).

- Those on webhooks take a Service or a Base token, whatever its categories, also a read-only one. A service sees the webhooks that it created itself, and a Base token those that the seller did.
- Those on campaigns take a Personal, a Service or a Base token of the category Promotion. A read-only token may not change anything (\`x-token-access\`). All of them see the same campaigns.

What holds for all operations:

- Times are RFC 3339 with an offset. Answers have those of webhooks in UTC and those of campaigns in Moscow time, with milliseconds. Ids are UUIDs, and those of campaigns, products and subjects whole numbers. Sums are whole roubles.
- Fields of a request that are not listed are ignored. Answers may get further ones.
- Each operation has a budget of requests (\`x-rate-limit\`) for each seller and service. Two are for each seller, with all its services: configuration values and current stocks.
- Errors of webhooks have one body. Those of campaigns have another one for 401, 403 and 429, and one text for everything else, as each operation shows it; the header \`x-error-detail\` then says which field of a request was wrong. Their fields with \`x-may-be-nothing\` may be null, which counts as left out, and a body with it may be missing. Besides the listed statuses any operation may answer 413 (a body that is too large), 500 (a mistake on our side) and 503 (come again later), with the body of webhooks.`

// our choice: one id in all examples, so that readers see what belongs together.
export const exampleId = "019845e1-682f-7b02-a706-3b2422d13aec"

/** Fields that other APIs of the service have too. */
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
  timestamp: ["When it was refused."],
  request_id: [
    "Names the request, as the header `x-request-id` does. Tell it when you ask for help.",
    "6d2f1c5e-8a4b-4c3d-9e0f-1a2b3c4d5e6f"
  ],
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

/** Errors with a status in their body, each with its examples. */
const statusFields: Documentation["fields"] = Object.fromEntries(
  (
    [
      ["StatusUnauthorized", 401, "Unauthorized", "unauthorized", "unauthorized", "The token has expired"],
      ["StatusForbidden", 403, "Forbidden", "forbidden", "forbidden", "The token lacks the category promotion"],
      [
        "StatusRefused",
        422,
        "Unprocessable Entity",
        "unprocessable entity",
        "pauses_spent",
        "It was paused 10 times today"
      ],
      [
        "StatusTooManyRequests",
        429,
        "Too Many Requests",
        "too many requests",
        "rate_limited",
        "The budget of 5 requests is spent; the next is possible in 1s"
      ]
    ] as const
  ).flatMap(([name, status, statusText, title, code, detail]) => [
    [`${name}.title`, ["What went wrong, in a few words.", title]],
    [`${name}.detail`, ["What went wrong this time, and what to do about it.", detail]],
    [`${name}.status`, ["The status of the answer.", status]],
    [`${name}.code`, ["The same in a word, for programs.", code]],
    [`${name}.statusText`, ["The status of the answer in words.", statusText]],
    [`${name}.origin`, ["The operation that answers.", "campaigns.launch"]]
  ])
)

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

export const wrongInput = "The request is wrong in the fields that `errors` lists"

export const formats: Documentation["formats"] = {
  uuid: exampleId,
  "date-time": "2026-01-15T09:30:00.125Z",
  date: "2026-01-15"
}

const answers: Documentation["answers"] = {
  "400": `${wrongInput}. Nothing was changed.`,
  "401": "There is no token, or one that is wrong, expired or revoked.",
  "403":
    "The token is of another type than `x-token-types` lists, lacks the category of `x-token-category`, or is read-only although `x-token-access` is `write`.",
  "404": "The caller has nothing with this id. What others have is answered the same.",
  "429": "The operation's budget is spent. `retry-after` says when to come again."
}

const mistakes: Documentation["mistakes"] = {
  path: ["Expected a UUID", "17"],
  body: ["Missing key", null],
  "query.limit": ["Expected a value between 1 and 1000, got 0", "0"]
}

type Texts = "answers" | "fields" | "mistakes" | "nouns" | "problems"

/** The texts of refusals are in the language of the installation. */
export const sellerDocumentation = (
  features: ReadonlyArray<FeatureDocumentation<never>>,
  language: Language
): Documentation => {
  /** This part of all features. No two features explain the same thing. */
  const written = <Part extends Texts>(part: Part): Documentation[Part] =>
    Object.assign({}, ...features.map((feature) => feature[part]))
  const allProblems = { ...problems, ...written("problems") }
  return {
    description,
    formats,
    fields: { ...sharedFields, ...statusFields, ...problemFields(allProblems), ...written("fields") },
    answers: { ...answers, ...written("answers") },
    problems: allProblems,
    mistakes: { ...mistakes, ...written("mistakes") },
    nouns: written("nouns"),
    refusals: Record.map(
      Object.assign({}, ...features.map(({ refusals }) => refusals)),
      ([, text]: PublishedRefusal) => text[language]
    )
  }
}
