/**
 * A whole service in memory under simulated time, for tests of programs that integrate with it, in any test runner:
 * `const seller = await Sandbox.start()`.
 */
import type { DeliveryRecord, EventRecord, Product, PublishedEvent, ReportKind } from "@sellerkit/core"
import { type Duration, Effect, ManagedRuntime } from "effect"
import { CallRefused } from "./CallRefused.ts"
import type { MadeUpEvents, SandboxEvent } from "./data/MadeUpEvents.ts"
import type { SandboxOptions } from "./effect/layers.ts"
import type { CreatedWebhook, TokenOptions, WebhookOptions } from "./effect/commands.ts"
import type { CreditOptions, MediaCampaignOptions, SellerFunds } from "./effect/marketplaceSide.ts"
import type { SampleCounts } from "./effect/recordSample.ts"
import type { ReportRowsOptions } from "./effect/reportRows.ts"
import { Sandbox as Service } from "./effect/Sandbox.ts"
import type { Snapshot } from "./effect/snapshot.ts"
import type { WebhookView } from "./effect/views.ts"
import type { WaitOptions } from "./effect/nextNotification.ts"
import type { AccountOptions } from "./effect/AccountOptions.ts"
import type { FetchHandler } from "./receiver/connectedTransport.ts"
import type { ReceivedNotification } from "./receiver/Notification.ts"
import type { Receiver } from "./receiver/Receiver.ts"
import type { SampleOptions } from "./sample/SampleSeller.ts"
import { realScheduler } from "./time/RealTime.ts"

export interface SandboxReceiver extends Receiver {
  /**
   * Lets time pass until a notification arrives that was not given before, an hour at most unless the options say otherwise.
   * Fails with the reason why none does.
   */
  next(options?: WaitOptions): Promise<ReceivedNotification>
}

export interface CallOptions {
  /** Written as JSON. */
  readonly body?: unknown
  /** When absent: a token of the sandbox's seller, with all categories. */
  readonly token?: string
}

/** Some refusals of operations on campaigns are a text. */
const bodyOf = (text: string, contentType: string | null): unknown => {
  if (text === "") return undefined
  return contentType?.startsWith("text/plain") ? text : JSON.parse(text)
}

type Run = <A>(effect: Effect.Effect<A, unknown>) => Promise<A>

/** The error as a failure that points to the line of the test that it comes from. */
const placed = (error: unknown, { stack = "" }: Error): unknown => {
  if (error instanceof Error)
    error.stack = [`${error.name}: ${error.message}`, ...stack.split("\n").slice(2)].join("\n")
  return error
}

const runWith =
  (runtime: ManagedRuntime.ManagedRuntime<Service, never>, isClosed: () => boolean): Run =>
  async (effect) => {
    const place = new Error()
    try {
      return await runtime.runPromise(effect)
    } catch (error) {
      throw placed(isClosed() ? new Error("The sandbox is closed") : error, place)
    }
  }

const withNext = (service: Service["Service"], receiver: Receiver, run: Run): SandboxReceiver =>
  Object.assign(receiver, { next: (options?: WaitOptions) => run(service.next(receiver, options)) })

export class Sandbox implements AsyncDisposable {
  /** Where the seller API answers over HTTP. */
  readonly baseUrl: string
  /** The seller of the sandbox. */
  readonly sellerId: string
  /** Gives the same ids, secrets and made-up data again. */
  readonly seed: string
  /** The receiver of webhooks that are made without a URL. */
  readonly receiver: SandboxReceiver
  /** Makes up events. */
  readonly events: MadeUpEvents
  /** Calls the seller API without a socket: a path, or a URL that begins with `baseUrl`. */
  readonly fetch: typeof globalThis.fetch
  readonly #service: Service["Service"]
  readonly #runtime: ManagedRuntime.ManagedRuntime<Service, never>
  readonly #run: Run
  #isClosed = false

  private constructor(service: Service["Service"], runtime: ManagedRuntime.ManagedRuntime<Service, never>) {
    this.#service = service
    this.#runtime = runtime
    this.#run = runWith(runtime, () => this.#isClosed)
    this.baseUrl = service.baseUrl
    this.sellerId = service.sellerId
    this.seed = service.seed
    this.events = service.events
    this.fetch = service.fetch
    this.receiver = withNext(service, service.receiver, this.#run)
  }

  /** Takes a few milliseconds. Sandboxes are independent of each other. */
  static async start(options: SandboxOptions = {}): Promise<Sandbox> {
    const runtime = ManagedRuntime.make(Service.layer(options))
    return new Sandbox(await runtime.runPromise(Service, { scheduler: realScheduler }), runtime)
  }

  /** The simulated time. */
  get now(): Date {
    return Effect.runSync(this.#service.now)
  }

  /** Lets time pass. Everything that happens on the way happens in order, and is finished when this is. */
  advance(duration: Duration.Input): Promise<void> {
    return this.#run(this.#service.advance(duration))
  }

  /** Waits until nothing more can happen before the time moves. */
  settled(): Promise<void> {
    return this.#run(this.#service.settled)
  }

  /** A token of the seller API. */
  token(options?: TokenOptions): Promise<string> {
    return this.#run(this.#service.token(options))
  }

  createWebhook(options?: WebhookOptions): Promise<CreatedWebhook> {
    return this.#run(this.#service.createWebhook(options))
  }

  /** Publishes events to the seller's webhooks; when this is done, each has been sent once. Payloads may be left out. */
  publish(...events: ReadonlyArray<string | SandboxEvent>): Promise<ReadonlyArray<PublishedEvent>> {
    return this.#run(this.#service.publish(...events))
  }

  publishFor(
    account: AccountOptions,
    ...events: ReadonlyArray<string | SandboxEvent>
  ): Promise<ReadonlyArray<PublishedEvent>> {
    return this.#run(this.#service.publishFor(account, ...events))
  }

  /** Products that campaigns may carry, each in place of the one with its `nm`. Rejects with `ProductsRefused`. */
  putProducts(products: ReadonlyArray<Product>, account?: AccountOptions): Promise<void> {
    return this.#run(this.#service.putProducts(products, account))
  }

  /** Puts in a media campaign in any status, in place of the one with its id. Rejects with `MediaCampaignRefused`. */
  putMediaCampaign(advertId: number, campaign: MediaCampaignOptions, account?: AccountOptions): Promise<void> {
    return this.#run(this.#service.putMediaCampaign(advertId, campaign, account))
  }

  /** Rows of a report, each in place of the one with its key, shown after the next refresh. Rejects with `ReportRowsRefused`. */
  recordReport<Kind extends ReportKind>(
    kind: Kind,
    rows: ReportRowsOptions<Kind>,
    account?: AccountOptions
  ): Promise<void> {
    return this.#run(this.#service.recordReport(kind, rows, account))
  }

  /**
   * Records the rows of all five reports of a made-up seller: of the sandbox's seed and the 30 days before today, unless other options
   * are given. They are shown after the next refresh. Gives how many there are. Rejects with `ReportRowsRefused`. For an account it is
   * called once: rows of another call with other options would replace some of these, and the reports would contradict each other.
   */
  recordSample(options?: SampleOptions, account?: AccountOptions): Promise<SampleCounts> {
    return this.#run(this.#service.recordSample(options, account))
  }

  /** Gives the seller roubles, or takes some where a sum is negative. Gives the funds after it. Rejects with `CreditRefused`. */
  credit(credit: CreditOptions): Promise<SellerFunds> {
    return this.#run(this.#service.credit(credit))
  }

  /** Another receiver. */
  async newReceiver(): Promise<SandboxReceiver> {
    return withNext(this.#service, await this.#run(this.#service.newReceiver), this.#run)
  }

  /** Notifications for URLs of this origin are given to the handler, without a socket. */
  connect(origin: string, handler: FetchHandler): void {
    this.#service.connect(origin, handler)
  }

  /** Calls the seller API, and gives the body of the answer. Fails where that is an error. */
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON, which tests look into as they like
  async call(method: string, path: string, { body, token }: CallOptions = {}): Promise<any> {
    const response = await this.fetch(path, {
      method,
      headers: {
        authorization: token ?? (await this.token()),
        ...(body !== undefined && { "content-type": "application/json" })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const answer = bodyOf(text, response.headers.get("content-type"))
    if (!response.ok) throw new CallRefused({ method, path, status: response.status, body: answer })
    await this.settled()
    return answer
  }

  /** How webhooks fare, the oldest first. */
  webhooks(account?: AccountOptions): Promise<ReadonlyArray<WebhookView>> {
    return this.#run(this.#service.webhooks(account))
  }

  /** All attempts to deliver, the oldest first. */
  deliveries(account?: AccountOptions): Promise<ReadonlyArray<DeliveryRecord>> {
    return this.#run(this.#service.deliveries(account))
  }

  /** What became of an event at each webhook, and every attempt. */
  fates(eventId: string, account?: AccountOptions): Promise<EventRecord> {
    return this.#run(this.#service.fates(eventId, account))
  }

  /** Everything that happened, without what differs between two runs: for `toMatchSnapshot` and its like. */
  snapshot(account?: AccountOptions): Promise<Snapshot> {
    return this.#run(this.#service.snapshot(account))
  }

  /** Ends everything at once. A sandbox that is not closed does not keep its process from ending. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#runtime.dispose()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
