/** How an account is named where one is chosen. */

/** A seller's id (Seller Webhooks Service, Notification). */
export const isSellerId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
