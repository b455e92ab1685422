/** An array of JSON whose elements are sent while they are read. */
import { Cause, Effect, Pull, type Scope, Stream } from "effect"

// our choice: small enough that many answers at once are no load, and large enough that a chunk costs little beside its elements.
const chunkLength = 32 * 1024

const encoder = new TextEncoder()

/** What stands around the elements. */
export interface Around {
  readonly before: string
  readonly after: string
}

/** What is known of an array when its first chunk is ready. */
export interface OpenedArray<E> {
  readonly isEmpty: boolean
  /** The text where all of it fits into the first chunk; otherwise its chunks, which can be read once. */
  readonly body: Stream.Stream<Uint8Array, E> | Uint8Array
}

/** The text of an array as far as its elements have been read. */
class ArrayText {
  isEmpty = true
  readonly #around: Around
  #text: string
  #read: ReadonlyArray<string> = []
  #taken = 0

  constructor(around: Around) {
    this.#around = around
    this.#text = around.before
  }

  /** Elements to be taken once those before them are. */
  add(elements: ReadonlyArray<string>): void {
    this.#read = elements
    this.#taken = 0
  }

  /** Takes elements until they are a chunk. Gives whether they are. */
  fill(): boolean {
    while (this.#text.length < chunkLength && this.#taken < this.#read.length) {
      const element = this.#read[this.#taken++]!
      this.#text += this.isEmpty ? element : `,${element}`
      this.isEmpty = false
    }
    return this.#text.length >= chunkLength
  }

  end(): void {
    this.#text += this.#around.after
  }

  take(): Uint8Array {
    const chunk = encoder.encode(this.#text)
    this.#text = ""
    return chunk
  }
}

/**
 * Reads the first chunk: what fails before it is ready fails here. `elements` are texts of JSON, and are read on when the chunks
 * before them have been taken. The scope is that of the answer, in which they are closed.
 */
export const openJsonArray = Effect.fnUntraced(function* <E, R>(
  elements: Stream.Stream<string, E, R>,
  around: Around
): Effect.fn.Return<OpenedArray<E>, E, R | Scope.Scope> {
  const pull = yield* Stream.toPull(elements)
  const text = new ArrayText(around)
  let isOver = false

  const fill: Effect.Effect<void, E> = Effect.suspend(() =>
    text.fill()
      ? Effect.void
      : Effect.matchCauseEffect(pull, {
          onSuccess: (more) => {
            text.add(more)
            // A storage in the process reads without waiting: others have their turn before each part.
            return Effect.andThen(Effect.yieldNow, fill)
          },
          onFailure: (cause) => {
            if (!Pull.isDoneCause(cause)) return Effect.failCause(cause as Cause.Cause<E>)
            isOver = true
            text.end()
            return Effect.void
          }
        })
  )

  yield* fill
  const { isEmpty } = text
  const first = text.take()
  if (isOver) return { isEmpty, body: first }
  const next = Effect.suspend((): Pull.Pull<readonly [Uint8Array], E> =>
    isOver ? Cause.done() : Effect.map(fill, () => [text.take()])
  )
  return { isEmpty, body: Stream.concat(Stream.succeed(first), Stream.fromPull(Effect.succeed(next))) }
})
