/**
 * The services of an isolate. A request waits for nothing that another one does, because whoever breaks a request off stops all
 * that it does. So each has a service to itself, which is then kept for the next one: building it takes longer than a request.
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
    // One whose work was broken off may have been left in the middle of something.
    if (kept.length < mostKept) kept.push(service)
    return result
  }
}
