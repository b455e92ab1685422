/** The pages and their addresses, below the place where the console is mounted. An address can be bookmarked and sent. */

const pages = {
  home: "/",
  overview: "/overview",
  sellers: "/sellers",
  everyWebhook: "/webhooks",
  webhooks: "/sellers/:sellerId/webhooks",
  newWebhook: "/sellers/:sellerId/webhooks/new",
  webhook: "/sellers/:sellerId/webhooks/:id",
  editWebhook: "/sellers/:sellerId/webhooks/:id/edit",
  resend: "/sellers/:sellerId/resends/:id",
  events: "/sellers/:sellerId/events",
  event: "/sellers/:sellerId/events/:id",
  deliveries: "/sellers/:sellerId/deliveries",
  eventTypes: "/sellers/:sellerId/event-types",
  history: "/sellers/:sellerId/history",
  campaigns: "/sellers/:sellerId/campaigns",
  reports: "/sellers/:sellerId/reports",
  limits: "/sellers/:sellerId/limits",
  campaign: "/sellers/:sellerId/campaigns/:id",
  mediaCampaigns: "/sellers/:sellerId/media-campaigns",
  mediaCampaign: "/sellers/:sellerId/media-campaigns/:id",
  tokens: "/tokens",
  clock: "/clock"
} as const

export type PageName = keyof typeof pages

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parts of a page's address that differ. */
export type ParametersOf<Page extends PageName> = Readonly<Record<NamesIn<(typeof pages)[Page]>, string>>

export const pathOf = <Page extends PageName>(page: Page, parameters: ParametersOf<Page>): string =>
  pages[page].replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((parameters as Readonly<Record<string, string>>)[name] ?? "")
  )

export interface Match {
  readonly page: PageName
  readonly parameters: Readonly<Record<string, string>>
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const matchOne = (pattern: string, path: string): Readonly<Record<string, string>> | undefined => {
  const expected = pattern.split("/")
  const given = path.split("/")
  if (expected.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = decode(given[index] ?? "")
    if (part.startsWith(":")) {
      // A browser would take the last two for other addresses, also in requests that are made of them.
      if (["", ".", ".."].includes(value)) return undefined
      parameters[part.slice(1)] = value
    } else if (part !== value) return undefined
  }
  return parameters
}

/** Undefined where there is no such page. Of two pages the first one counts: `new` is not the id of a webhook. */
export const matchPath = (path: string): Match | undefined => {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path
  for (const page of Object.keys(pages) as ReadonlyArray<PageName>) {
    const parameters = matchOne(pages[page], trimmed === "" ? "/" : trimmed)
    if (parameters !== undefined) return { page, parameters }
  }
  return undefined
}
