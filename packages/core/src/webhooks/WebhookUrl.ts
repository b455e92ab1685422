/** The address that notifications are sent to (Seller Webhooks Service, Webhook and Limits). */
import { Schema } from "effect"

// RFC 3986, 2: reserved and unreserved characters, and `%` before two hexadecimal digits.
const characters = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i

/**
 * URL parsers drop, rewrite or forgive what does not belong in a URL, and then the text is not the address. So the text itself
 * has to be a URL.
 */
const problemOf = (text: string): string | undefined => {
  if (/\P{ASCII}/u.test(text)) {
    return "Expected the URL in ASCII: its host name in Punycode (xn--…), other characters percent-encoded"
  }
  if (!characters.test(text))
    return "Expected a URL in which other characters than those of RFC 3986 are percent-encoded"
  // A password in a URL ends up in logs; the webhook's secret serves the same purpose.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return "Expected a URL without a user name or password"
  return /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text) ? undefined : "Expected an absolute http or https URL"
}

/** 10 to 200 characters, an absolute http or https URL as RFC 3986 writes it, without credentials. */
export const WebhookUrl = Schema.String.annotate({ format: "uri" }).check(
  Schema.isBetweenCodePoints(10, 200, { message: "Expected between 10 and 200 characters" }),
  Schema.makeFilter(problemOf)
)
