/** What waits to be written, and how much of it shares a commit. */
import type { WriteInput, WriteName } from "../lanes/Writes.ts"
import type { Request } from "./ThreadMessages.ts"

/** How many rows a write is about. */
const rowsOf: { readonly [Name in WriteName]: (input: WriteInput<Name>) => number } = {
  "EventStore.append": ({ events }) => events.length,
  "DeliveryQueue.claim": ({ lanes }) => lanes,
  "DeliveryQueue.settle": ({ outcomes }) => outcomes.reduce((sum, { events }) => sum + events.length, 0),
  "DeliveryQueue.release": ({ leases }) => leases.length,
  // As many as are carried.
  "DeliveryQueue.showCarried": () => 0,
  "DeliveryLog.showSuccesses": () => 0
}

const sizeOf = ({ input, name }: Request): number => (rowsOf[name] as (input: Request["input"]) => number)(input)

// our choice: callers go on while the next commit is made; a commit for each write would cost more.
const rowsPerCommit = 1024

/** Deliveries come before publications: there are few of them at a time, and a flood of events must not hold them up. */
export class WriteQueue {
  private readonly deliveries: Array<Request> = []
  private readonly publications: Array<Request> = []

  get isEmpty(): boolean {
    return this.deliveries.length === 0 && this.publications.length === 0
  }

  add(request: Request): void {
    if (request.name === "EventStore.append") this.publications.push(request)
    else this.deliveries.push(request)
  }

  /** What shares the next commit: at least one of each kind, as long as there is any. Deliveries come, and come again, for ever. */
  take(): ReadonlyArray<Request> {
    const group = this.deliveries.splice(0)
    let rows = group.reduce((sum, request) => sum + sizeOf(request), 0)
    const beyond = this.publications.findIndex((request, index) => {
      rows += sizeOf(request)
      return rows > rowsPerCommit && index > 0
    })
    const taken = this.publications.splice(0, beyond === -1 ? this.publications.length : beyond)
    return [...group, ...taken]
  }
}
