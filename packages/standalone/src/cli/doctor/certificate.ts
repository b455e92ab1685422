/** Whether a receiver's certificate counts, and for how long. */
import { DateTime, Duration, Option } from "effect"
import type { PeerCertificate } from "node:tls"
import { shownDuration, shownTime } from "../output/times.ts"
import { type Check, ok, problem, warning } from "./Check.ts"
import type { ShownCertificate } from "./connections.ts"

// our choice: time enough to renew it.
const soon = Duration.days(14)

const namesOf = ({ subjectaltname = "" }: PeerCertificate): string =>
  subjectaltname === "" ? "no name" : subjectaltname.replaceAll(/\b(DNS|IP Address):/g, "")

export const judgeCertificate = ({ certificate, failure }: ShownCertificate, now: DateTime.Utc): Check => {
  const until = Option.getOrUndefined(DateTime.make(certificate.valid_to))
  const end = until === undefined ? "" : `, until ${shownTime(DateTime.toUtc(until))}`
  const shown = `The certificate is for ${namesOf(certificate)}${end}`
  if (failure !== undefined) {
    return problem("tls", `${failure.message}. ${shown}`, "Install one that a public authority made for this host")
  }
  const left = until === undefined ? Duration.infinity : DateTime.distance(now, until)
  return Duration.isLessThan(left, soon)
    ? warning("tls", `${shown}: in ${shownDuration(left)}`, "Renew it before then")
    : ok("tls", shown)
}
