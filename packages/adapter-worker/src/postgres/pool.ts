/**
 * The services of an isolate. No request waits for the work of another one, because all work of a request stops when its caller
 * breaks it off. So each request has a service to itself. The service is then kept for the next request: building one takes
 * longer than a request.
 */

// our choice: more requests at once are rare in one isolate, and each service takes memory.
const mostKept = 16

/** Work with a service that no other request uses meanwhile. */
export type Pool<Service> = <A>(work: (service: Service) => Promise<A>) => Promise<A>

export const makePool = <Service>(open: () => Promise<Service>): Pool<Service> => {
  const kept: Array<Service> = []
  return async (work) => {
    const service = kept.pop() ?? (await open())
    const result = await work(service)
    // A service whose work was broken off is not kept: it may have been left in the middle of something.
    if (kept.length < mostKept) kept.push(service)
    return result
  }
}
