/** Which token category each event type needs (Seller Webhooks Service, Authentication, rule 2), in words. */
import type { EventCatalog } from "../../../catalog/Catalog.ts"

/** The text with a list of the catalog's event types and their categories after it. */
export const withCategories = (text: string, { scopes }: EventCatalog): string => {
  const lines = scopes.flatMap(({ category, eventTypes, key }) =>
    eventTypes.map((eventType) => `- \`${key}/${eventType.key}\`: \`${category}\``)
  )
  return lines.length === 0
    ? text
    : `${text}\n\nTo subscribe to an event, a token needs the event's category:\n\n${lines.join("\n")}`
}
