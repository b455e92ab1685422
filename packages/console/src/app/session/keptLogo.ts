/** The picture of a portal: it comes with the link alone, because it does not fit into the session, and is kept for as long. */
import { keep, kept } from "../preferences/kept.ts"
import type { Session } from "./session.ts"

const ofSession = ({ expiresAt, sellerId, serviceId }: Session): string =>
  JSON.stringify([sellerId, serviceId ?? null, expiresAt])

export const keepLogo = (session: Session): void => {
  const logo = session.theme?.logo
  if (logo !== undefined) keep("logo", JSON.stringify({ of: ofSession(session), logo }))
}

/** What is kept may be anything: somebody may have edited it. */
export const withKeptLogo = (session: Session): Session => {
  if (session.face !== "portal" || session.theme?.logo !== undefined) return session
  try {
    const { logo, of } = Object(JSON.parse(kept("logo") ?? "null")) as Record<string, unknown>
    if (of !== ofSession(session) || typeof logo !== "string") return session
    return { ...session, theme: { ...session.theme, logo } }
  } catch {
    return session
  }
}
