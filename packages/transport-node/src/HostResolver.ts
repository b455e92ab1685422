/**
 * Finds a host's addresses without the operating system's resolver, which has four threads for the whole process: names
 * that are slow to resolve would make all others wait. Names that DNS does not know are still looked up there, because it reads
 * the hosts file, but few at a time: a hostile name server can deny a name, and then keep the operating system waiting.
 */
import { Effect, Predicate } from "effect"
import { type LookupAddress, promises } from "node:dns"

/** The addresses of a name, IPv4 first; none where they cannot be found, whatever the reason. */
export type ResolveHost = (hostname: string) => Effect.Effect<ReadonlyArray<LookupAddress>>

type LookUp = (hostname: string, options: { readonly all: true }) => Promise<ReadonlyArray<LookupAddress>>

export interface HostResolverOptions {
  /** Addresses of name servers, with or without a port. Where there are none, the machine's own are asked, and its hosts file. */
  readonly servers?: ReadonlyArray<string>
  /** Looks up names that name servers do not know. When absent, the operating system does, unless there are `servers`. */
  readonly lookUp?: LookUp
  /** Milliseconds per try, and tries. */
  readonly timing?: { readonly timeout: number; readonly tries: number }
}

// our choice: within the time that a request has.
const usualTiming = { timeout: 2000, tries: 2 }

// our choice: how many of the four threads may be busy, so that the process itself still finds its database.
const mostLookups = 2

/** What a name server says of one family of addresses. */
interface Answer {
  readonly addresses: ReadonlyArray<LookupAddress>
  /** Whether it said nothing in time. */
  readonly isSilent: boolean
}

const failed = (cause: unknown): Answer => ({
  addresses: [],
  isSilent: Predicate.hasProperty(cause, "code") && cause.code === "ETIMEOUT"
})

/** A name server may answer with success and without an address: the name can be an alias of one that has none. */
const ask = (family: 4 | 6, query: () => Promise<ReadonlyArray<string>>): Effect.Effect<Answer> =>
  Effect.matchEager(Effect.tryPromise({ try: query, catch: failed }), {
    onFailure: (answer) => answer,
    onSuccess: (addresses) => ({ addresses: addresses.map((address) => ({ address, family })), isSilent: false })
  })

const orNothing = (find: () => Promise<ReadonlyArray<LookupAddress>>): Effect.Effect<ReadonlyArray<LookupAddress>> =>
  Effect.orElseSucceed(Effect.tryPromise(find), () => [])

/** Looks up a few names at a time. Others are not found, and are looked up again with the next attempt. */
const makeLookUpFew = (lookUp: LookUp): ResolveHost => {
  let underWay = 0
  const counted = async (hostname: string) => {
    if (underWay === mostLookups) return []
    underWay += 1
    try {
      return await lookUp(hostname, { all: true })
    } finally {
      // Now, and not when the caller gives up: the thread was busy until now.
      underWay -= 1
    }
  }
  return (hostname) => orNothing(() => counted(hostname))
}

const findNothing: LookUp = async () => []

export const makeHostResolver = ({
  servers = [],
  lookUp = servers.length === 0 ? promises.lookup : findNothing,
  timing = usualTiming
}: HostResolverOptions = {}): ResolveHost => {
  const resolver = new promises.Resolver(timing)
  if (servers.length > 0) resolver.setServers(servers)
  const lookUpFew = makeLookUpFew(lookUp)
  return Effect.fnUntraced(function* (hostname) {
    // The operating system knows it without asking anybody.
    if (hostname === "localhost") return yield* orNothing(() => promises.lookup(hostname, { all: true }))
    const answers = yield* Effect.all(
      [ask(4, () => resolver.resolve4(hostname)), ask(6, () => resolver.resolve6(hostname))],
      { concurrency: "unbounded" }
    )
    const found = answers.flatMap(({ addresses }) => addresses)
    // The operating system would wait for a silent name server too, and on one of its four threads.
    if (found.length > 0 || answers.some(({ isSilent }) => isSilent)) return found
    return yield* lookUpFew(hostname)
  })
}
