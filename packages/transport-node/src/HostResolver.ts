/**
 * Finds a host's addresses without the operating system's resolver, which has four threads for the whole process: names
 * that are slow to resolve would keep everybody else's waiting. Names that DNS does not give are looked up there all the
 * same, because the hosts file is its business.
 */
import { lookup, type LookupAddress, Resolver } from "node:dns"

export type ResolveHost = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

// our choice: milliseconds per try, and tries; within what a request has.
const timing = { timeout: 2000, tries: 2 }

// The operating system would wait for a silent name server too, and on one of its four threads.
const isSilence = (error: NodeJS.ErrnoException): boolean => error.code === "ETIMEOUT"

/** `servers` are addresses of name servers, with or without a port; the machine's own, when absent. */
export const makeHostResolver = (servers?: ReadonlyArray<string>): ResolveHost => {
  const resolver = new Resolver(timing)
  if (servers !== undefined) resolver.setServers(servers)
  return (hostname, callback) => {
    if (hostname === "localhost") return lookup(hostname, { all: true }, callback)
    const found: Array<LookupAddress> = []
    let silence: NodeJS.ErrnoException | undefined
    let open = 2
    const collect = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<string>) => {
      if (error === null) found.push(...addresses.map((address) => ({ address, family })))
      else if (isSilence(error)) silence = error
      open -= 1
      if (open > 0) return
      if (found.length > 0)
        callback(
          null,
          found.toSorted((left, right) => left.family - right.family)
        )
      else if (silence === undefined) lookup(hostname, { all: true }, callback)
      else callback(silence, [])
    }
    resolver.resolve4(hostname, collect(4))
    resolver.resolve6(hostname, collect(6))
  }
}
