/** Flags that take URLs. */
import { Option } from "effect"
import { Flag } from "effect/cli"
import { readServiceUrl, readUrl } from "./typedUrl.ts"

/** Leaves out a password that does not belong there. */
const shown = (text: string): string => text.replace(/^([a-z+.-]+:\/\/)?.*@/is, "$1…@")

/** Like `Flag.filterMap`. */
const filterUrl =
  <A>(read: (text: string) => Option.Option<A>, expected: string) =>
  (flag: Flag.Flag<string>): Flag.Flag<A> =>
    flag.pipe(
      Flag.map((text) => ({ read: read(text), toString: () => shown(text) })),
      Flag.filterMap(
        ({ read }) => read,
        () => expected
      )
    )

export const serviceUrl = filterUrl(
  readServiceUrl,
  "Expected the http or https URL of a service, such as http://127.0.0.1:8080 or shop.example, without a password (or in SELLERKIT_URL)"
)

export const appUrl = filterUrl(
  readUrl,
  "Expected the http or https URL of an app, such as http://localhost:3000/webhooks or 3000/webhooks"
)

export const receiverUrl = filterUrl(
  (text) => Option.map(readUrl(text), ({ href }) => href),
  "Expected the http or https URL of a receiver, such as https://host.example/webhooks"
)

export const tunnelUrl = filterUrl(
  (text) => Option.filter(readUrl(text), ({ search }) => search === ""),
  "Expected an http or https URL that leads here, such as https://name.tunnel.example"
)
