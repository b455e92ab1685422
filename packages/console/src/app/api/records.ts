/** What has happened on an account: events, attempts to deliver them, and changes of webhooks. Newest first, in pages. */
import { type Account, operatorPath, sandboxQuery } from "./Account.ts"
import type { ListedEvent, OperatorAnswer, SellerAnswer } from "./http/answers.ts"
import { notFound } from "./http/Failure.ts"
import { pageLimit } from "./http/pageLimit.ts"
import { request, requestText } from "./http/request.ts"
import { sellerRequest } from "./http/sellerRequest.ts"
import { readEvents } from "./http/serverSentEvents.ts"

/** Cursors and bounds as the service takes them. Times are instants. */
export interface PageOfTime {
  readonly next?: string | undefined
  readonly prev?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: number
}

type EventPage = OperatorAnswer<"events", "list">

export const eventFates = ["waiting", "delivered", "dropped"] as const

export interface EventsWanted extends PageOfTime {
  readonly webhookId: string | undefined
  readonly scope: string | undefined
  readonly type: string | undefined
  readonly fate: (typeof eventFates)[number] | undefined
}

export const listEvents = (account: Account, query: EventsWanted, signal: AbortSignal) =>
  request<EventPage>("GET", operatorPath(account, "events"), {
    query: { limit: pageLimit, ...query, ...sandboxQuery(account) },
    signal
  })

/** The event that has this idempotency key, or this id. */
export const findEvent = async (account: Account, idempotencyKey: string): Promise<ListedEvent> => {
  const query = { idempotencyKey, ...sandboxQuery(account) }
  const { events } = await request<EventPage>("GET", operatorPath(account, "events"), { query })
  const [found] = events
  if (found === undefined) throw notFound()
  return found
}

/** As text: numbers of any length are to be shown as they are (`events/json.ts`). */
export const getEventText = (account: Account, id: string, signal: AbortSignal): Promise<string> =>
  requestText("GET", operatorPath(account, `events/${encodeURIComponent(id)}`), {
    query: sandboxQuery(account),
    signal
  })

export interface DeliveryFilter {
  readonly webhookId?: string | undefined
  /** Undefined is both. */
  readonly success?: boolean | undefined
}

type DeliveryPage = OperatorAnswer<"deliveries", "list">

const deliveriesQuery = (account: Account, query: PageOfTime & DeliveryFilter) => ({
  limit: pageLimit,
  ...query,
  ...sandboxQuery(account)
})

export const listDeliveries = (account: Account, query: PageOfTime & DeliveryFilter, signal: AbortSignal) =>
  request<DeliveryPage>("GET", operatorPath(account, "deliveries"), { query: deliveriesQuery(account, query), signal })

/** As `listDeliveries`, and again whenever there are others, until the service ends the answer. */
export const followDeliveries = (
  account: Account,
  query: PageOfTime & DeliveryFilter,
  onPage: (page: DeliveryPage) => void,
  signal: AbortSignal
): Promise<void> =>
  readEvents(operatorPath(account, "deliveries"), { query: deliveriesQuery(account, query), signal }, (data) =>
    // What came together is the same page, at different times.
    onPage(JSON.parse(data.at(-1)!) as DeliveryPage)
  )

export const listHistory = (account: Account, query: PageOfTime, signal: AbortSignal) =>
  sellerRequest<SellerAnswer<"history", "list">>("GET", account, "/api/v1/history", {
    query: { limit: pageLimit, ...query },
    signal
  })
