/**
 * Finds a host's addresses without the operating system's resolver, which has four threads for the whole process: names
 * that are slow to resolve would keep everybody else's waiting. Names that DNS does not give are looked up there all the
 * same, because the hosts file is its business, but few at a time: a name server of somebody's own can say that it knows a name
 * not, and then keep the operating system waiting.
 */
import { lookup, type LookupAddress, Resolver } from "node:dns"

export type ResolveHost = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

type LookUp = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void
) => void

// our choice: milliseconds per try, and tries; within what a request has.
const timing = { timeout: 2000, tries: 2 }

// our choice: of the four threads, so that the process itself still finds its database.
const mostLookups = 2

// The operating system would wait for a silent name server too, and on one of its four threads.
const isSilence = (error: NodeJS.ErrnoException): boolean => error.code === "ETIMEOUT"

/** The operating system's, for a few names at a time. Others fail as they did before: they are asked for again. */
const makeLookUp = (lookUp: LookUp) => {
  let underWay = 0
  return (hostname: string, failure: NodeJS.ErrnoException, callback: Parameters<ResolveHost>[1]): void => {
    if (underWay === mostLookups) return callback(failure, [])
    underWay += 1
    lookUp(hostname, { all: true }, (error, addresses) => {
      underWay -= 1
      callback(error, addresses)
    })
  }
}

export interface HostResolverOptions {
  /** Addresses of name servers, with or without a port; the machine's own, when absent. */
  readonly servers?: ReadonlyArray<string>
  /** The operating system's resolver. */
  readonly lookUp?: LookUp
}

export const makeHostResolver = ({ lookUp = lookup, servers }: HostResolverOptions = {}): ResolveHost => {
  const resolver = new Resolver(timing)
  if (servers !== undefined) resolver.setServers(servers)
  const lookUpFew = makeLookUp(lookUp)
  return (hostname, callback) => {
    if (hostname === "localhost") return lookUp(hostname, { all: true }, callback)
    const found: Array<LookupAddress> = []
    let failure: NodeJS.ErrnoException | undefined
    let open = 2
    const collect = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<string>) => {
      if (error === null) found.push(...addresses.map((address) => ({ address, family })))
      else if (failure === undefined || isSilence(error)) failure = error
      open -= 1
      if (open > 0) return
      if (found.length > 0)
        callback(
          null,
          found.toSorted((left, right) => left.family - right.family)
        )
      else if (isSilence(failure!)) callback(failure!, [])
      else lookUpFew(hostname, failure!, callback)
    }
    resolver.resolve4(hostname, collect(4))
    resolver.resolve6(hostname, collect(6))
  }
}
