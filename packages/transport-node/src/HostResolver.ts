/**
 * Finds a host's addresses without the operating system's resolver, which has four threads for the whole process: names
 * that are slow to resolve would keep everybody else's waiting. Names that DNS does not know are looked up there all the
 * same, because the hosts file is its business.
 */
import { lookup, type LookupAddress, Resolver } from "node:dns"

export type ResolveHost = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

// our choice: milliseconds per try, and tries; within what a request has.
const timing = { timeout: 2000, tries: 2 }

const isUnknown = (error: NodeJS.ErrnoException | null): boolean =>
  error === null || error.code === "ENOTFOUND" || error.code === "ENODATA"

export const makeHostResolver = (): ResolveHost => {
  const resolver = new Resolver(timing)
  return (hostname, callback) => {
    if (hostname === "localhost") return lookup(hostname, { all: true }, callback)
    const found: Array<LookupAddress> = []
    let failure: NodeJS.ErrnoException | null = null
    let open = 2
    const collect = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<string>) => {
      if (error === null) found.push(...addresses.map((address) => ({ address, family })))
      else if (!isUnknown(error)) failure = error
      open -= 1
      if (open > 0) return
      if (found.length > 0)
        callback(
          null,
          found.toSorted((left, right) => left.family - right.family)
        )
      else if (isUnknown(failure)) lookup(hostname, { all: true }, callback)
      else callback(failure, [])
    }
    resolver.resolve4(hostname, collect(4))
    resolver.resolve6(hostname, collect(6))
  }
}
