/** For storage drivers: the order in which they give what is due. */
import { Order } from "effect"

interface Due {
  readonly dueAt: number
}

interface Turn<A extends Due> {
  readonly turn: number
  readonly due: A
}

/** First what is due first of each account, then what is due second of each. Each of these turns is in the order of time. */
const TurnOrder: Order.Order<Turn<Due>> = Order.Struct({
  turn: Order.Number,
  due: Order.mapInput(Order.Number, ({ dueAt }: Due) => dueAt)
})

/** The first `most` of what the accounts have. Each account's list is in the order of time. */
export const inTurn = <A extends Due>(accounts: ReadonlyArray<ReadonlyArray<A>>, most: number): ReadonlyArray<A> =>
  accounts
    .flatMap((own) => own.map((due, turn): Turn<A> => ({ turn, due })))
    .toSorted(TurnOrder)
    .slice(0, most)
    .map(({ due }) => due)
