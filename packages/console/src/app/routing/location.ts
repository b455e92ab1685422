/** The address as state: what pages read of it, and how they change it. */
import { computed, signal } from "@preact/signals"
import { type Query, queryText } from "../api/http/queryText.ts"
import { base } from "./base.ts"
import { matchPath, type PageName, type ParametersOf, pathOf } from "./pages.ts"

interface Place {
  /** Below `base`. */
  readonly path: string
  readonly search: string
}

const currentPlace = (): Place => ({
  path: window.location.pathname.slice(base.length) || "/",
  search: window.location.search
})

const place = signal(currentPlace())

export const match = computed(() => matchPath(place.value.path))
export const query = computed(() => new URLSearchParams(place.value.search))

/** The address of a page as links have it. */
export const addressOf = <Page extends PageName>(
  page: Page,
  parameters: ParametersOf<Page>,
  query: Query = {}
): string => `${base}${pathOf(page, parameters)}${queryText(query)}`

/** Opens an address of the console. */
export const go = (address: string, { replaces = false }: { readonly replaces?: boolean } = {}): void => {
  if (replaces) window.history.replaceState(null, "", address)
  else window.history.pushState(null, "", address)
  place.value = currentPlace()
  if (!replaces) window.scrollTo(0, 0)
}

/** Changes parameters of the address, for what a page shows otherwise: a filter, a page of a list. */
export const goWith = (changes: Query, how?: Parameters<typeof go>[1]): void => {
  go(`${window.location.pathname}${queryText({ ...Object.fromEntries(query.peek()), ...changes })}`, how)
}

const isForUs = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
  link.target === "" &&
  !link.hasAttribute("download") &&
  link.origin === window.location.origin &&
  (link.pathname === base || link.pathname.startsWith(`${base}/`))

/** Links of the console open without loading the application again. */
export const followLinks = (): void => {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null
    if (link === null || !isForUs(event, link) || link.hash !== "") return
    event.preventDefault()
    go(`${link.pathname}${link.search}`)
  })
  window.addEventListener("popstate", () => {
    place.value = currentPlace()
  })
}
