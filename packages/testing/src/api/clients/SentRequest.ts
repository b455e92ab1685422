/** A request as an existing client sends it, byte by byte. */
import type { ApiService } from "../ApiTarget.ts"
import { type Answer, read } from "../Caller.ts"

export interface SentRequest {
  /** `POST` where there is a body, when absent. */
  readonly method?: "GET" | "POST"
  /** With its query, as it is encoded. */
  readonly path: string
  /** A value is sent as JSON, and a text as it is. */
  readonly body?: unknown
  /** Besides `authorization`. A body has no content type unless one is here. */
  readonly headers?: Readonly<Record<string, string>>
  /** What stands before the token. */
  readonly scheme?: string
}

/** What stands in requests for what only the test knows, such as `DAY`. A number stands in JSON as one. */
export type Placeholders = Readonly<Record<string, number | string>>

const filled = (text: string, placeholders: Placeholders): string =>
  Object.entries(placeholders).reduce(
    (whole, [name, value]) =>
      (typeof value === "number" ? whole.replaceAll(`"${name}"`, String(value)) : whole).replaceAll(
        name,
        String(value)
      ),
    text
  )

/** A value of JSON without placeholders. */
export const filledValue = (value: unknown, placeholders: Placeholders): unknown =>
  JSON.parse(filled(JSON.stringify(value), placeholders))

/** Each request has a rate budget of its own: it comes from another service of the seller. */
export const send = async (
  service: ApiService,
  sellerId: string,
  { body, headers = {}, method = body === undefined ? "GET" : "POST", path, scheme = "" }: SentRequest,
  placeholders: Placeholders
): Promise<Answer> => {
  const token = await service.token({ sellerId, type: "service", serviceId: crypto.randomUUID() })
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return read(
    await service.fetch(filled(path, placeholders), {
      method,
      headers: { authorization: `${scheme}${token}`, ...headers },
      // Bytes have no content type by themselves.
      ...(body !== undefined && { body: new TextEncoder().encode(filled(text, placeholders)) })
    })
  )
}
