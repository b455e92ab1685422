/** The URL of a server, as people type it: the scheme may be left out. */
import { Option, Schema } from "effect"
import { HttpUrl } from "../../settings/HttpUrl.ts"

const scheme = /^[a-z][a-z\d+.-]*:\/\//i
const portAlone = /^:?(\d{1,5}(?:[/?].*)?)$/
/** A host of this machine: traffic to it cannot be observed on a network. */
const loopback = /^(?:localhost|[^/?#]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/?#]|$)/i

/** A missing scheme must never send a key over a network unencrypted. */
export const withScheme = (text: string): string => {
  if (scheme.test(text)) return text
  const port = portAlone.exec(text)?.[1]
  if (port !== undefined) return `http://localhost:${port}`
  return loopback.test(text) ? `http://${text}` : `https://${text}`
}

/** None where the text is no http or https URL, or has a user, a password or a fragment. */
export const readUrl = (text: string): Option.Option<URL> =>
  Option.filter(Schema.decodeOption(HttpUrl)(withScheme(text.trim())), ({ hash }) => hash === "")

/** The URL of a service: without a query, and without a slash at its end. */
export const readServiceUrl = (text: string): Option.Option<string> =>
  Option.map(
    Option.filter(readUrl(text), ({ search }) => search === ""),
    ({ origin, pathname }) => `${origin}${pathname.replace(/\/+$/, "")}`
  )
