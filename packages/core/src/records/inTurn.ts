/** For storage drivers: in which order what is due is given. */
import { Order } from "effect"

interface Due {
  readonly dueAt: number
}

interface Turn<A extends Due> {
  readonly turn: number
  readonly due: A
}

/** Of each account what is due first, then of each what is due second; in each turn in the order of time. */
const TurnOrder: Order.Order<Turn<Due>> = Order.Struct({
  turn: Order.Number,
  due: Order.mapInput(Order.Number, ({ dueAt }: Due) => dueAt)
})

/** The first ones of what accounts have, of which each is in the order of time. */
export const inTurn = <A extends Due>(accounts: ReadonlyArray<ReadonlyArray<A>>, most: number): ReadonlyArray<A> =>
  accounts
    .flatMap((own) => own.map((due, turn): Turn<A> => ({ turn, due })))
    .toSorted(TurnOrder)
    .slice(0, most)
    .map(({ due }) => due)
