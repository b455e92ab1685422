/** In the order of ids: for records whose order is a driver's own. */
import { Order } from "effect"

const order = Order.mapInput(Order.String, ({ id }: { readonly id: string }) => id)

export const byId = <A extends { readonly id: string }>(records: ReadonlyArray<A>): ReadonlyArray<A> =>
  records.toSorted(order)
