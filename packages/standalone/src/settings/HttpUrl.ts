/** The URL of a server that is asked over HTTP. The clients of such servers take no user and no password in a URL. */
import { Schema } from "effect"

export const HttpUrl = Schema.URLFromString.check(
  Schema.makeFilter(
    ({ password, protocol, username }) => /^https?:$/.test(protocol) && username === "" && password === ""
  )
)
