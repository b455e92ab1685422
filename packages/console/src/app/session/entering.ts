/** How a session begins and ends. The key and the portal's token are sent once, and kept nowhere. */
import { Failure } from "../api/http/Failure.ts"
import { request } from "../api/http/request.ts"
import { base } from "../routing/base.ts"
import { addressOf, go } from "../routing/location.ts"
import { keepLogo, withKeptLogo } from "./keptLogo.ts"
import { type Session, sessionState } from "./session.ts"

type Credentials = { readonly operatorKey: string } | { readonly portal: string }

export const enter = async (credentials: Credentials): Promise<void> => {
  const session = await request<Session>("POST", "/session", { body: credentials })
  keepLogo(session)
  sessionState.value = { kind: "open", session }
}

export const leave = async (): Promise<void> => {
  await request<undefined>("DELETE", "/session")
  sessionState.value = { kind: "none", hasEnded: false }
}

/** Only until the service has answered: it may have to be sent again. */
let portalToken: string | undefined

/** The token of a portal's link is removed from the address, so that nobody passes it on by accident. */
const takePortalToken = (): void => {
  const { hash, pathname } = window.location
  if (pathname !== `${base}/portal` || hash.length < 2) return
  portalToken = hash.slice(1)
  go(addressOf("home", {}), { replaces: true })
}

/** What the page begins with. Rejects with a `Failure` where that cannot be known yet. */
export const resume = async (signal?: AbortSignal): Promise<void> => {
  takePortalToken()
  const portal = portalToken
  try {
    if (portal !== undefined) {
      await enter({ portal })
      portalToken = undefined
      return
    }
    const session = await request<Session>("GET", "/session", { signal })
    sessionState.value = { kind: "open", session: withKeptLogo(session) }
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.reason.kind !== "ended") throw failure
    portalToken = undefined
    sessionState.value = { kind: "none", hasEnded: portal !== undefined }
  }
}
