/** What people read of the operator interface, in Markdown. */
import type { Documentation } from "../../http/description/Documentation.ts"

/** What a reader has to know before the first call. */
const description = `For the one who runs the service, never for sellers: publish events, put in products and money, make tokens, and see what became of all of it.

Send the operator key with each call, as \`Authorization: Bearer <operator key>\`. Whoever has it may do all of this for every seller.

- Times are RFC 3339 with an offset; answers have them in UTC, with milliseconds. Ids are UUIDs, but those of products and subjects are whole numbers. Sums are whole roubles.
- \`sandbox\` means the seller's sandbox: separate data of the same seller. \`test\` is said of test events alone.
- Fields of a request that are not listed are ignored, unless an operation says otherwise. Answers may get further ones.
- Errors have one body. Besides the listed statuses any operation may answer 413 (a body of more than 16 MiB), 500 (a mistake of the service) and 503 (come again later).`

const mediaStatuses =
  "1 template, 2 moderation, 3 rejected, 4 approved, 5 scheduled, 6 running, 7 completed, 8 refused, 9 paused by the seller, 10 paused for its daily limit, 11 paused for its budget"

const mediaTypes = "1 paid by days, 2 paid by views"

const moment = "2026-01-15T12:30:00.125+03:00"

const webhookExample = "019845e0-1f3a-7d55-8c1e-9a0b1c2d3e4f"

/** As it is shown, and as it is put in. */
const configurationFields = (name: "Configuration" | "ConfigurationInput"): Documentation["fields"] => ({
  [`${name}.categories`]: ["Least bids of single categories: subjects of products."],
  [`${name}.categories.id`]: ["Id of the subject.", 760],
  [`${name}.categories.name`]: ["What it is called.", "Автомобильные товары"],
  [`${name}.config.description`]: ["What it means.", "Минимальный бюджет кампании"],
  [`${name}.config.name`]: ["The name of the value, for programs.", "budget_min"],
  [`${name}.config.value`]: ["The value, as a text.", "1000"]
})

const fields: Documentation["fields"] = {
  "CampaignInput.name": ["What people call it: 1 to 128 characters.", "Winter shirts"],
  "CampaignInput.type": [
    "What it is: 4 catalog, 5 content, 6 search, 7 recommendations, 8 automatic, 9 auction. Its settings are those of its type.",
    9
  ],
  "CampaignInput.status": [
    "How it is: -1 is being removed, 4 ready to launch, 7 completed, 8 declined, 9 active, 11 paused.",
    9
  ],
  dailyBudget: ["What it may spend in a day; 0 where that is not limited, or when absent.", 0],
  "CampaignInput.paymentType": [
    "What is paid for: `cpm` displays, `cpo` orders, `cpc` clicks; `cpm` when absent.",
    "cpm"
  ],
  "CampaignInput.bid_type": ["In an auction: `manual` where the seller sets its bids, `unified` for one bid."],
  searchPluseState: ["Whether its fixed phrases are active.", false],
  params: ["Settings of a deprecated campaign.", undefined, "apart"],
  setId: ["Id of the set of product cards.", 10],
  setName: ["Name of the set.", "Мужчинам"],
  menuId: ["Id of the menu of the catalog.", 20],
  menuName: ["Name of the menu.", "Мужчинам"],
  "CampaignInput.params.active": ["Whether this part is active.", true],
  "CampaignInput.params.price": ["The bid for this part.", 400],
  intervals: ["The hours of the day in which it is shown."],
  Begin: ["The first hour.", 8],
  End: ["The last hour.", 22],
  "CampaignInput.params.nms": ["The products of this part."],
  "CampaignInput.params.nms.active": ["Whether the product is shown.", true],
  autoParams: ["Settings of an automatic campaign.", undefined, "apart"],
  subject: ["The subject of the products."],
  "CampaignInput.autoParams.subject.id": ["Its id.", 192],
  "CampaignInput.autoParams.subject.name": ["What it is called.", "Рубашки"],
  sets: ["Sets of product cards."],
  "CampaignInput.autoParams.sets.id": ["Id of the set.", 10],
  "CampaignInput.autoParams.sets.name": ["What it is called.", "Мужчинам"],
  menus: ["Menus of the catalog."],
  "CampaignInput.autoParams.menus.id": ["Id of the menu.", 20],
  "CampaignInput.autoParams.menus.name": ["What it is called.", "Мужчинам"],
  "CampaignInput.autoParams.active": ["Where it is shown."],
  carousel: ["Whether in the cards of products.", true],
  recom: ["Whether in recommendations.", true],
  booster: ["Whether in the search and the catalog.", true],
  nmCPM: ["The bid of each product."],
  nms: ["Articles of the products that it advertises.", [12345678]],
  cpm: ["What a thousand displays cost.", 150],
  unitedParams: [
    "Settings of an auction, by subject.",
    [{ subject: { id: 192, name: "Рубашки" }, menus: [], nms: [12345678], searchCPM: 150, catalogCPM: 150 }]
  ],
  "CampaignInput.unitedParams.subject.id": ["Its id.", 192],
  "CampaignInput.unitedParams.subject.name": ["What it is called.", "Рубашки"],
  "CampaignInput.unitedParams.menus.id": ["Id of the menu.", 20],
  "CampaignInput.unitedParams.menus.name": ["What it is called.", "Мужчинам"],
  searchCPM: ["The bid in the search.", 150],
  catalogCPM: ["The bid in the catalog.", 150],
  ...configurationFields("Configuration"),
  ...configurationFields("ConfigurationInput"),
  cpm_min: ["The least bid for it, in roubles for a thousand displays.", 112],
  config: ["The values. One that is left out is the published one."],
  createTime: ["When it was created; now, when absent.", "2026-01-15T09:00:00Z"],
  "CampaignInput.changeTime": ["When it was changed last; now, when absent.", "2026-01-15T09:30:00Z"],
  startTime: ["When it was launched; absent where it never was.", "2026-01-15T09:30:00Z"],
  endTime: ["When it was completed; absent where it was not.", undefined, "apart"],
  "CampaignInput.budget": [
    "What its budget has then, in roubles; as before when absent. A campaign that is over has none.",
    1000
  ],
  "MediaCampaignInput.name": ["What people call it.", "Winter sale"],
  "MediaCampaignInput.brand": ["The brand that it is about.", "Plank"],
  "MediaCampaignInput.type": [`How it is paid: ${mediaTypes}.`, 2],
  "MediaCampaignInput.status": [`How it is: ${mediaStatuses}.`, 6],
  extended: ["Its dates and its money."],
  items: ["Its banners."],
  "MediaExtendedInput.reason": ["Why it is in its status; null where nothing is known.", null],
  "MediaExtendedInput.expenses": ["What it has spent, in roubles.", 10000],
  "MediaExtendedInput.from": ["From when on it is shown; always, when absent.", moment],
  "MediaExtendedInput.to": ["Until when it is shown; without an end, when absent.", moment],
  "MediaExtendedInput.updated_at": ["When it was changed last.", moment],
  "MediaExtendedInput.price": ["What its days cost, in roubles.", 0],
  "MediaExtendedInput.budget": ["What is left of its budget, in roubles.", 5000],
  "MediaExtendedInput.operation": ["Where its money comes from: 1 the balance, 2 the account.", 1],
  "MediaExtendedInput.contract_id": ["Id of the contract.", 0],
  "MediaCampaignInput.items.id": ["Id of the banner.", 68080],
  "MediaCampaignInput.items.name": ["What people call it.", "Front page"],
  "MediaCampaignInput.items.status": [`How it is: ${mediaStatuses}.`, 6],
  place: ["Its place among others.", 2],
  "MediaCampaignInput.items.budget": ["Its part of the budget, in roubles.", 5000],
  daily_limit: ["What it may spend in a day in Moscow; 0 where that is not limited.", 500],
  category_name: ["Where it is shown.", "Главная"],
  "MediaCampaignInput.items.cpm": ["Its bid in roubles for a thousand views.", 351],
  url: ["Where it leads.", "https://shop.example/sale"],
  advert_type: ["What it is: 1 a banner, 2 a pop-up menu, 3 a mailing, 4 social networks, 5 a push notification.", 1],
  created_at: ["When it was created.", moment],
  "MediaCampaignInput.items.updated_at": ["When it was changed last.", moment],
  date_from: ["From when on it is shown.", moment],
  date_to: ["Until when it is shown.", moment],
  "MediaCampaignInput.items.nms": ["Articles of its products.", [12345678]],
  bottomText1: ["The first line below it.", "Скидки"],
  bottomText2: ["The second line below it.", "до 50 %"],
  message: ["The text of a mailing.", "Sale"],
  additionalSettings: ["Further settings, as a number.", 1],
  receiversCount: ["How many get a mailing.", 1],
  subject_id: ["Id of the subject.", 192],
  subject_name: ["Name of the subject.", "Рубашки"],
  action_name: ["The sale that it is about.", "Распродажа"],
  show_hours: ["The hours of the day in which it is shown."],
  From: ["The first hour.", 7],
  To: ["The last hour.", 8],
  Erid: ["The mark of the advertisement.", "2VtzqwX"],
  "reports.record.body": [
    "A row of the report in each line, as the report shows it.",
    `{"incomeId":12345,"number":"","date":"2022-05-08T00:00:54","lastChangeDate":"2022-05-08T00:44:15.5","supplierArticle":"ABCDEF","techSize":"0","barcode":"2000328074123","quantity":3,"totalPrice":0,"dateClose":"2022-05-08T00:00:00","warehouseName":"Подольск","nmId":1234567,"status":"Принято"}`
  ],
  "media.record.body": [
    "A JSON object in each line: `advertId`, `itemId`, `date`, `appType` (1 a browser, 32 Android, 64 iOS), `views`, `clicks`, `atbs`, `orders`, `sum`.",
    '{"advertId":23569,"itemId":68080,"date":"2026-01-15","appType":1,"views":2017,"clicks":27,"atbs":1,"orders":0,"sum":700.5}\n'
  ],
  "?advertId": ["Id of the campaign.", 28150154],
  "statistics.record.body": [
    "A JSON object in each line: `advertId`, `date`, `appType` (1 a browser, 32 Android, 64 iOS), `nmId`, `views`, `clicks`, `sum`, `atbs`, `orders`, `shks`, `sum_price`, and where they are known `canceled` and `avg_position`; or `advertId`, `date`, `keyword`, `views`, `clicks`, `sum`.",
    '{"advertId":28150154,"date":"2026-01-15","appType":32,"nmId":12345678,"views":1052,"clicks":20,"sum":177.7,"atbs":6,"orders":2,"shks":3,"sum_price":3998}\n{"advertId":28150154,"date":"2026-01-15","keyword":"рубашка синяя","views":772,"clicks":15,"sum":120.5}\n'
  ],
  accepted: ["How many rows were stored.", 2],
  changed: ["How many of them are other than before.", 2],
  refused: ["Rows that were refused, at most the first 100 of them.", []],
  line: ["Number of the line, from 1 on.", 3],
  field: ["The wrong field; empty where it is about the whole line.", "views"],
  reason: ["What is wrong with it.", "Expected a value between 0 and 2147483647, got -1"],
  more: ["How many more rows were refused.", 0],
  sellerId: ["The seller.", "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"],
  sandbox: ["Whether it is about the seller's sandbox; false when absent.", false],
  webhookId: ["Id of the webhook.", webhookExample],
  "Publication.sellerId": ["The seller on whose account the events happen.", "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"],
  "Publication.events": ["What happened. All of it is taken, or nothing."],
  "EventInput.payload": [
    "What happened: an object that fits the schema of the event's type, at most 256 KiB. It is sent as the text that came.",
    { nmID: 12345678, vendorCode: "shirt-blue-42", updatedAt: "2026-01-15T09:30:00Z" }
  ],
  "EventInput.time": ["When it happened; now, when absent."],
  "EventInput.idempotencyKey": [
    "Your own name for the event, of 1 to 200 characters: the same key again publishes nothing new. The event's id, when absent.",
    "card-12345678-7"
  ],
  "events.publish.events": ["The events, in the order in which they were given."],
  "PublishedEvent.deliveries": [
    "To how many enabled webhooks it goes. Without any webhook that is subscribed it is not kept.",
    1
  ],
  payload: ["What happened.", { nmID: 12345678, vendorCode: "shirt-blue-42", updatedAt: "2026-01-15T09:30:00Z" }],
  "events.list.events": ["The events, newest first."],
  "EventSummary.waiting": ["At how many webhooks it waits: pending or held.", 0],
  "EventSummary.delivered": ["At how many webhooks it has arrived.", 1],
  "EventSummary.dropped": ["At how many webhooks it is not sent any more.", 0],
  "HourOfDeliveries.hour": ["When the hour begins.", "2026-01-15T09:00:00.000Z"],
  "HourOfDeliveries.succeeded": ["How many attempts in it were answered with status 200.", 120],
  "HourOfDeliveries.failed": ["How many were not.", 2],
  hours: ["The hours in which there were attempts, the first one first."],
  sellers: ["The accounts, in the order of their ids."],
  "SellerAccount.sandbox": ["Whether it is the seller's sandbox.", false],
  dispatchers: ["Those that are alive, in the order of their start."],
  "Dispatcher.id": ["Id of the dispatcher. Each start of a process gives another one."],
  "Dispatcher.name": ["Where it runs: the name of the host, and the id of the process.", "shop-1:4711"],
  startedAt: ["Its first heartbeat.", "2026-01-15T09:00:00.125Z"],
  seenAt: ["Its last heartbeat.", "2026-01-15T09:30:00.125Z"],
  "Backlog.waiting": ["How many events wait for their delivery, held ones included.", 3],
  overdueFor: ["For how many seconds the webhook that is due the longest has been; 0 when none is.", 0.25],
  backingOff: ["How many webhooks with events that wait pause after a failure.", 1],
  "events.fate.test": ["Whether the seller made it to test a webhook.", false],
  "events.fate.webhooks": ["What became of it at each webhook that it goes to."],
  "events.fate.deliveries": ["The attempts so far, the oldest first."],
  fate: [
    "`pending`: waits for its next attempt; `held`: waits for its webhook to be enabled; `delivered`: status 200 came; `dropped`: is not sent any more."
  ],
  attempts: ["How many attempts were made, the successful one included. A resend starts the count again.", 1],
  nextAttemptAt: ["Not tried before; only where it is pending.", "2026-01-15T09:30:10.125Z"],
  heldUntil: ["How long what waits is kept; only while the webhook is disabled.", "2026-01-16T09:30:00.125Z", "apart"],
  dropReason: [
    "Why it was dropped: its attempts were spent, its webhook was deleted or was not enabled when it happened, or stayed disabled for too long.",
    "attemptsSpent",
    "apart"
  ],
  webhooks: ["The webhooks of the seller and of its services, the oldest first."],
  serviceId: ["The integrated service that owns it; null for the seller itself.", "reports"],
  health: ["Whether what is sent to it arrives."],
  state: [
    "`healthy`: the last request succeeded, or none was made; `failing`: it failed; `disabled`: nothing is sent."
  ],
  status: ["Why it is disabled, where it is: by an edit, with its service, as unreachable, or as gone."],
  failures: ["How many requests in a row have failed.", 0],
  failingSince: ["When the first of them was made.", undefined, "apart"],
  announcedAt: ["When you were told that it is going to be disabled.", undefined, "apart"],
  backingOffUntil: ["Nothing is sent before.", undefined, "apart"],
  lastSuccessAt: ["When a request succeeded the last time; absent where none has."],
  waiting: ["How many events wait for it.", 0],
  deliveryId: ["The delivery whose events are sent again; absent for those of a period.", undefined, "apart"],
  since: ["Events that happened from then on.", "2026-01-14T09:30:00.125Z"],
  until: ["And until then; until now when absent."],
  onlyFailed: [
    "Only events that were dropped, also without an attempt; what was delivered as well when absent or false."
  ],
  eventsPerSecond: ["How many events are put back among what waits per second, at most; 100 when absent.", 100],
  "Resend.id": ["Id of the job."],
  "Resend.webhookId": ["The webhook that they are sent to.", webhookExample],
  "Resend.deliveryId": ["The delivery whose events are sent again; absent for those of a period.", undefined, "apart"],
  "Resend.state": [
    "`stopped`: the webhook was disabled or deleted meanwhile. What had been put back by then is sent, also where it was cancelled."
  ],
  total: ["How many events there were to look at as it began. From 10,000 on: at least so many.", 250],
  examined: ["How many of them have been looked at.", 100],
  resent: ["How many of those wait to be sent again, or were.", 40],
  alreadyWaiting: ["How many of them waited to be sent already, and were left as they were.", 0],
  firstWait: ["How long to wait after the first failure.", "10 seconds"],
  factor: ["How many times as long each wait is as the one before.", 2],
  longestWait: ["No wait is longer.", "15 minutes"],
  longestWaitFor: [
    "For how long an event is tried with the longest wait, which is once at least. Then it is dropped.",
    "15 minutes"
  ],
  schedule: ["When failed deliveries are tried again."],
  isOwn: ["Whether it was set for this seller; otherwise it is the one of the service's settings.", true],
  "AccountRetrySchedule.attempts": ["How often an event is tried before it is dropped.", 9],
  lastAttemptAfter: [
    "How long after the first attempt the last one is made, where each fails at once.",
    "2170 seconds"
  ],
  "TokenRequest.sellerId": ["The seller that it is for.", "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"],
  "TokenRequest.type": [
    "What it is for; `service` where a service is named, and `base` otherwise, when absent.",
    "service"
  ],
  "TokenRequest.serviceId": [
    "The integrated service that it is for: a service's token names one, and no other does.",
    "reports"
  ],
  categories: ["What it may be used for; everything when absent.", ["content", "analytics"]],
  readOnly: ["Whether it may only read; false when absent. The webhook API takes it all the same.", false],
  "TokenRequest.sandbox": ["Whether it sees the seller's sandbox instead; false when absent.", false],
  "TokenRequest.userId": ["Whose token it is, for the change history.", 1234567],
  expiresIn: ["For how many seconds it is valid; 180 days when absent.", 3600],
  token: [
    "The token. It is not shown again.",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6ImV4YW1wbGUifQ.ZXhhbXBsZSBvZiBhIHNpZ25hdHVyZSwgMzIgYnl0ZXM"
  ],
  tokenId: ["What it is revoked by.", "3f0e5a52-6d4b-4a3e-8f1a-2b7c9d0e1f23"],
  expiresAt: ["Until when it is valid.", "2026-01-15T10:30:00.125Z"],
  "services.disable.webhooks": ["How many webhooks were disabled by it.", 2],
  "services.enable.webhooks": ["How many webhooks were enabled by it.", 2],
  after: ["Where the call before came to (`reached`); from the beginning when absent.", webhookExample],
  "Reencryption.examined": ["How many secrets were looked at.", 100],
  reencrypted: ["How many of them are encrypted with the newest key only now.", 12],
  unreadable: ["Those that cannot be opened, and stay as they are.", []],
  "Reencryption.unreadable.error": [
    "Why it cannot be opened.",
    "sealed with the key main, which the service does not have; give it that key again, or refresh the secret"
  ],
  reached: ["The webhook that was looked at last; absent when all were.", webhookExample],
  "metrics.scrape.answer": [
    "",
    '# HELP sellerkit_events_accepted_total Events that were published and taken; repetitions do not count\n# TYPE sellerkit_events_accepted_total counter\nsellerkit_events_accepted_total{scope="content",type="card_changed"} 1\n'
  ],
  "ProductsInput.products": ["The products, at most 1000."],
  nm: ["The marketplace's article. It names the product.", 12345678],
  title: ["Name of the product.", "Blue shirt"],
  subjectId: ["Id of the product's subject: its category.", 192],
  subjectName: ["Name of the subject.", "Рубашки"],
  vendorCode: ["The seller's article.", "shirt-blue-42"],
  brand: ["Brand of the product.", "Northwind"],
  price: ["Price in roubles.", 1990],
  keywords: ["What buyers search for who mean it, at most 100.", ["blue shirt"]],
  "CreditInput.account": ["Added to the account; nothing when absent, taken when negative.", 10_000],
  "CreditInput.balance": ["The same of the balance.", 5000],
  "CreditInput.bonus": ["The same of the bonuses.", 0],
  "CreditInput.idempotencyKey": [
    "Your own name for the change, of 1 to 200 characters: the same key again changes nothing.",
    "payment-2026-01-15-7"
  ],
  account: ["What the account has.", 10_000],
  balance: ["What the balance has.", 5000],
  bonus: ["How many bonuses there are, a rouble each.", 0],
  budgets: ["What the budgets of the seller's campaigns have together.", 1000],
  "?nm": ["The marketplace's article.", 12345678],
  "?sellerId": ["The seller.", "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"],
  "?serviceId": ["The integrated service, as tokens name it.", "reports"],
  "?tokenId": ["Id of the token, wherever it was made.", "3f0e5a52-6d4b-4a3e-8f1a-2b7c9d0e1f23"],
  "?kind": ["The report that the rows are of.", "incomes"],
  "?idempotency-key": ["Names the chunk. The same chunk again is answered as it was.", "orders-2026-01-15-1"],
  "?sandbox": ["Whether it is about the seller's sandbox; false when absent.", false],
  "?userId": ["Whom the change history names beside the operator.", 1234567],
  "?search": [
    "A part of the name or of the URL, or of the id of the webhook, its seller or its service; small and capital letters are one.",
    "shop.example"
  ],
  "?state": ["Only webhooks that are so.", "failing"],
  "?scope": ["Only events of types of this scope.", "content"],
  "?type": ["Only events of this type.", "card_changed"],
  "?fate": ["Only events that wait, have arrived or were dropped at one webhook at least.", "dropped"],
  "?idempotencyKey": ["The event that has this key, or this id.", "card-12345678-7"],
  "?days": ["How many days back; 30 when absent.", 30],
  "?success": ["Only attempts that succeeded, or only those that did not.", false],
  "events.fate?id": ["Id of the event."],
  "resends.ofDelivery?id": ["Id of the delivery."],
  "resends.get?id": ["Id of the job."],
  "resends.cancel?id": ["Id of the job."]
}

export const operatorDocumentation: Omit<Documentation, "formats"> = {
  description,
  fields,
  answers: {
    "events.publish": "The events are stored, or were before. Those that somebody is to get are on their way.",
    "events.publish 400": "Some of the events are wrong, in the fields that `errors` lists. None was taken.",
    "events.publish 409": "An idempotency key belongs to an event with another content. None was taken.",
    "events.list": "A page of events, newest first.",
    "events.fate": "The event, with its fate at each webhook.",
    "webhooks.everywhere": "A page of webhooks.",
    "webhooks.hours": "The hours in which there were attempts.",
    "sellers.list": "A page of accounts.",
    "dispatchers.list": "The dispatchers; none where no process delivers.",
    "deliveries.backlog": "What waits, as it was counted last.",
    "webhooks.list": "The webhooks; none where the seller is not known.",
    "webhooks.get": "The webhook.",
    "webhooks.retry": "The webhook, which does not pause any more.",
    "webhooks.retry 409": "The webhook is disabled: enable it before what waits for it is sent.",
    "retrySchedules.get": "The schedule that counts.",
    "retrySchedules.set": "The schedule that counts from now on.",
    "retrySchedules.remove": "The schedule that counts from now on: that of the settings.",
    "deliveries.list": "A page of attempts, newest first.",
    "resends.ofPeriod": "The job has begun.",
    "resends.ofDelivery": "The job has begun.",
    "resends.get": "The job as it is now.",
    "resends.cancel": "The job as it is now. One that had ended before stays as it was.",
    "tokens.create": "The token was made.",
    "tokens.create 409": "Tokens are made elsewhere, and only checked here.",
    "tokens.revoke": "The token does not count any more, whether it ever did or not.",
    "tokens.revokeOfSeller": "A token of the seller with this id does not count any more, whether it ever did or not.",
    "services.disable": "The service's webhooks get nothing any more.",
    "services.enable": "The webhooks that disabling the service stopped are enabled.",
    "secrets.reencrypt": "The next hundred secrets were looked at.",
    "secrets.reencrypt 409": "The service has no key to encrypt with.",
    "products.put": "The products are there.",
    "products.remove": "The product is gone.",
    "campaigns.put": "The campaign is as it was given.",
    "statistics.record": "What was stored, and what was refused.",
    "media.put": "The media campaign is as it was given.",
    "reports.record": "What was stored, and what was refused.",
    "reports.record 409": "The idempotency key was used for other lines. Nothing was changed.",
    "media.record": "What was stored, and what was refused.",
    "configuration.get": "The values that hold.",
    "configuration.put": "The values hold from now on.",
    "funds.get": "The money of the seller.",
    "funds.credit": "What the seller has then.",
    "funds.credit 409":
      "The funds would be negative or too large, or the key was used for other sums. Nothing was changed.",
    "metrics.scrape": "The metrics as they are now.",
    "400": "The request is wrong in the fields that `errors` lists. Nothing was changed.",
    "401": "The operator key is missing or wrong.",
    "404": "The seller has nothing with this id.",
    "409": "The webhook is disabled: enable it before its events are sent again."
  },
  problems: {
    "400": ["Bad request", "The request is wrong in one place"],
    "401": ["Unauthorized", "Send the operator key as a bearer token: Authorization: Bearer <key>"],
    "404": ["Webhook not found", `There is no webhook ${webhookExample}`],
    "409": [
      "Webhook is disabled",
      `The webhook ${webhookExample} is disabled; enable it before its events are sent again`
    ],
    "events.publish 409": [
      "Idempotency key belongs to another event",
      "Event 0: the idempotency key card-12345678-7 belongs to an event with another content"
    ],
    "tokens.create 409": [
      "Tokens are not made here",
      "Tokens are made elsewhere: this installation has no SELLERKIT_TOKEN_SECRET to sign them with"
    ],
    "funds.credit 409": ["Not enough money", "The funds would become negative, or more than can be kept"],
    "reports.record 409": ["Idempotency key used", "The idempotency key orders-2026-01-15-1 belongs to other rows"],
    "secrets.reencrypt 409": [
      "There is no key",
      "The service has no key to encrypt secrets with; give it one and start it anew"
    ]
  },
  mistakes: {
    path: ["Expected a UUID", "17"],
    "query.limit": ["Expected a value between 1 and 1000, got 0", "0"],
    body: ["Missing key", null],
    "body.after": ["Expected a UUID", "17"],
    "path.tokenId": ["Expected 1 to 100 characters, no control characters, and neither . nor ..", "\u0000"]
  },
  refusals: {},
  nouns: { webhooks: "Webhook", events: "Event", deliveries: "Delivery", resends: "Resend", products: "Product" }
}
