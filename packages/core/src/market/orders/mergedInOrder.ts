/** Two streams that are in an order, as one that is. */
import { Array, Cause, Effect, type Order, Pull, Stream } from "effect"

/** Read, and not given yet; undefined: the stream has ended. */
type Held<A> = ReadonlyArray<A> | undefined

/** Gives what both begin with, until one of them has nothing more to compare with, and what is left of each. */
const least = <A>(one: ReadonlyArray<A>, other: ReadonlyArray<A>, order: Order.Order<A>) => {
  const taken: Array<A> = []
  let [left, right] = [0, 0]
  while (left < one.length && right < other.length) {
    if (order(one[left]!, other[right]!) <= 0) taken.push(one[left++]!)
    else taken.push(other[right++]!)
  }
  return { taken, one: one.slice(left), other: other.slice(right) }
}

const filled = <A, E>(held: Held<A>, pull: Pull.Pull<Array.NonEmptyReadonlyArray<A>, E>): Effect.Effect<Held<A>, E> =>
  held?.length === 0 ? Pull.catchDone(pull, () => Effect.succeed(undefined)) : Effect.succeed(held)

/** Of two that are equal the one of the first stream comes first. */
export const mergedInOrder = <A, E>(
  one: Stream.Stream<A, E>,
  other: Stream.Stream<A, E>,
  order: Order.Order<A>
): Stream.Stream<A, E> =>
  Stream.combineArray(
    one,
    other,
    (): readonly [Held<A>, Held<A>] => [[], []],
    Effect.fnUntraced(function* ([left, right], pullLeft, pullRight) {
      const first = yield* filled(left, pullLeft)
      const second = yield* filled(right, pullRight)
      // With both of them something comes before the rest of the other.
      const next =
        first === undefined || second === undefined
          ? { taken: first ?? second ?? [], one: first && [], other: second && [] }
          : least(first, second, order)
      return Array.isReadonlyArrayNonEmpty(next.taken)
        ? ([next.taken, [next.one, next.other]] as const)
        : yield* Cause.done()
    })
  )
