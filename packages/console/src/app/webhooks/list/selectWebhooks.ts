/** Which of a seller's webhooks a list shows. */
import type { Health, MonitoredWebhook } from "../../api/http/answers.ts"

export const states = ["healthy", "failing", "disabled"] as const satisfies ReadonlyArray<Health["state"]>

export interface Wanted {
  /** A part of the name, the URL, the id or the service's id, in capitals or not. */
  readonly search: string
  /** Undefined for all. */
  readonly state: Health["state"] | undefined
}

export const selectWebhooks = (
  webhooks: ReadonlyArray<MonitoredWebhook>,
  { search, state }: Wanted
): ReadonlyArray<MonitoredWebhook> => {
  const text = search.trim().toLocaleLowerCase()
  return webhooks.filter(
    ({ health, id, name, serviceId, url }) =>
      (state === undefined || health.state === state) &&
      [name, url, id, serviceId ?? ""].some((part) => part.toLocaleLowerCase().includes(text))
  )
}
