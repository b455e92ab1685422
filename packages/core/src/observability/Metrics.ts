/**
 * Every metric there is (docs/operations.md). They are metrics of effect, so that every exporter of those exports them.
 *
 * Labels have few values: event types of the catalog, operations, statuses, kinds of failure; never ids, URLs, names.
 */
import { counter, gauge, histogram } from "./MetricFamily.ts"

// our choice: bounds in seconds. A receiver has ten seconds to answer.
const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
// A commit takes as long as the disk does.
const storageBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
// From an idle webhook's few milliseconds to the last attempt, more than half an hour later, and what was held for a day.
const receiptBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14_400, 86_400]

export const Metrics = {
  eventsAccepted: counter(
    "sellerkit_events_accepted_total",
    "Events that were published and taken; repetitions do not count",
    "scope",
    "type"
  ),
  eventsDeduplicated: counter(
    "sellerkit_events_deduplicated_total",
    "Events that were published again with the same idempotency key and content"
  ),
  deliveries: counter(
    "sellerkit_deliveries_total",
    "Requests to receivers that ended: outcome success or failure, and why it failed",
    "outcome",
    "reason"
  ),
  deliveryDuration: histogram(
    "sellerkit_delivery_duration_seconds",
    "How long requests to receivers took",
    requestBounds,
    "outcome"
  ),
  publishToReceipt: histogram(
    "sellerkit_publish_to_receipt_seconds",
    "From an event's acceptance, or from being sent again, to the receiver's 200",
    receiptBounds
  ),
  eventsDelivered: counter("sellerkit_events_delivered_total", "Events that reached a webhook, once for each webhook"),
  eventsDropped: counter(
    "sellerkit_events_dropped_total",
    "Events that will not reach a webhook, once for each webhook",
    "reason"
  ),
  eventsWaiting: gauge("sellerkit_events_waiting", "Events that wait for a webhook, pending or held"),
  overdue: gauge(
    "sellerkit_delivery_overdue_seconds",
    "How long the webhook that is due the longest has been; 0 when none is"
  ),
  backingOff: gauge("sellerkit_webhooks_backing_off", "Webhooks with events that pause after a failure"),
  inFlight: gauge("sellerkit_deliveries_in_flight", "Requests to receivers that have not ended"),
  fullAccounts: gauge(
    "sellerkit_accounts_at_share",
    "Sellers with their whole share of requests in flight; their other webhooks wait"
  ),
  webhooksDisabled: counter("sellerkit_webhooks_disabled_total", "Webhooks that the service disabled", "reason"),
  apiRequests: counter("sellerkit_api_requests_total", "Requests that were answered", "api", "operation", "status"),
  apiDuration: histogram(
    "sellerkit_api_request_duration_seconds",
    "How long it took until a request's answer was ready",
    requestBounds,
    "api",
    "operation",
    "status"
  ),
  rateLimited: counter("sellerkit_rate_limited_total", "Calls that were refused with 429", "operation"),
  storageDuration: histogram(
    "sellerkit_storage_duration_seconds",
    "How long calls of the storage took, those that failed included",
    storageBounds,
    "operation"
  ),
  storageErrors: counter("sellerkit_storage_errors_total", "Calls of the storage that failed", "operation")
}
