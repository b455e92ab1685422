/** Names of path parameters as the document has them, where the router's grammar cannot write them. */
const published: Readonly<Record<string, string>> = {
  eventId: "event-id",
  deliveryId: "delivery-id",
  historyId: "history-id"
}

export const publishedName = (parameter: string): string => published[parameter] ?? parameter

/** `/api/v1/events/{eventId}` as `/api/v1/events/{event-id}`. */
export const publishedPath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => `{${publishedName(parameter)}}`)
