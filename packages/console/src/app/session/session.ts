/** Who looks at the console, and what that session may do. */
import { computed, signal } from "@preact/signals"
import type { PageName } from "../routing/pages.ts"

export interface Theme {
  readonly accent?: string
  readonly background?: string
  readonly text?: string
  readonly logo?: string
  readonly language?: "en" | "ru"
}

/** Pages that there are where the service has what they need. */
interface Features {
  readonly clock: boolean
  readonly tokens: boolean
  readonly everySeller: boolean
  readonly live: boolean
}

/** As `GET /session` shows it. */
export interface Session {
  readonly face: "operator" | "portal"
  /** Of a portal: the seller that it is for. */
  readonly sellerId?: string
  /** Of a portal: the integrated service that it is for, if it is for one alone. */
  readonly serviceId?: string
  readonly sandbox?: boolean
  readonly readOnly: boolean
  readonly expiresAt: string
  readonly features: Features
  readonly theme?: Theme
}

const needs: Readonly<Partial<Record<PageName, keyof Features>>> = {
  overview: "everySeller",
  everyWebhook: "everySeller",
  tokens: "tokens",
  clock: "clock"
}

/** Whether the service has what a page needs. */
export const hasPage = ({ features }: Session, page: PageName): boolean => {
  const needed = needs[page]
  return needed === undefined || features[needed]
}

export type SessionState =
  | { readonly kind: "unknown" }
  /** `hasEnded`: there was one, and the page that it showed is still in the address. */
  | { readonly kind: "none"; readonly hasEnded: boolean }
  | { readonly kind: "open"; readonly session: Session }

export const sessionState = signal<SessionState>({ kind: "unknown" })

/** Undefined outside of a session. */
export const session = computed(() => (sessionState.value.kind === "open" ? sessionState.value.session : undefined))

/** Whether actions are offered at all. */
export const mayChange = computed(() => session.value?.readOnly === false)

/** The service says that there is no session any more. */
export const endSession = (): void => {
  sessionState.value = { kind: "none", hasEnded: sessionState.peek().kind === "open" }
}
