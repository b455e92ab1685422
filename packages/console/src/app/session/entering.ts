/** How a session begins and ends. The key and the portal's token are sent once, and kept nowhere. */
import { Failure } from "../api/Failure.ts"
import { request } from "../api/request.ts"
import { base } from "../routing/base.ts"
import { type Session, sessionState } from "./session.ts"

type Credentials = { readonly operatorKey: string } | { readonly portal: string }

export const enter = async (credentials: Credentials): Promise<void> => {
  const session = await request<Session>("POST", "/session", { body: credentials })
  sessionState.value = { kind: "open", session }
}

export const leave = async (): Promise<void> => {
  await request<undefined>("DELETE", "/session")
  sessionState.value = { kind: "none", hasEnded: false }
}

/** The token of a portal's link, which is removed from the address, so that nobody passes it on by accident. */
const takePortalToken = (): string | undefined => {
  const { hash, pathname } = window.location
  if (pathname !== `${base}/portal` || hash.length < 2) return undefined
  window.history.replaceState(null, "", base)
  return hash.slice(1)
}

/** What the page begins with. Rejects with a `Failure` where that cannot be known yet. */
export const resume = async (signal?: AbortSignal): Promise<void> => {
  const portal = takePortalToken()
  try {
    if (portal !== undefined) return await enter({ portal })
    const session = await request<Session>("GET", "/session", { signal })
    sessionState.value = { kind: "open", session }
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.reason.kind !== "ended") throw failure
    sessionState.value = { kind: "none", hasEnded: portal !== undefined }
  }
}
