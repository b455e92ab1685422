/** The address that notifications are sent to (Seller Webhooks Service, Webhook and Limits). */
import { Schema } from "effect"

const problemOf = (text: string): string | undefined => {
  // URL parsers drop or rewrite them, so that the text would not be the address.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return "Expected a URL without blanks, control characters or broken Unicode"
  if (!URL.canParse(text) || !/^[a-z]+:\/\//i.test(text)) return "Expected an absolute http or https URL"
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return "Expected an absolute http or https URL"
  // A password in a URL ends up in logs; the webhook's secret serves the same purpose.
  if (url.username !== "" || url.password !== "") return "Expected a URL without a user name or password"
  return undefined
}

/** 10 to 200 characters, an absolute http or https URL without credentials. */
export const WebhookUrl = Schema.String.annotate({ format: "uri" }).check(
  Schema.isBetweenCodePoints(10, 200, { message: "Expected between 10 and 200 characters" }),
  Schema.makeFilter(problemOf)
)
