/** An array of JSON whose elements are sent while they are read. */
import { Cause, Effect, Pull, type Scope, Stream } from "effect"
import { type RawText, textFrom, type Utf8Text } from "../../storage/RawText.ts"

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

const comma = 0x2c

/** An array as far as its elements have been read: the bytes of a chunk, and what is to come after them. */
class ArrayBytes {
  isEmpty = true
  readonly #around: Around
  #chunk = new Uint8Array(chunkLength)
  #length = 0
  /** What did not fit of the text before it. */
  #rest: RawText
  #read: ReadonlyArray<RawText> = []
  #taken = 0
  #hasEnded = false

  constructor(around: Around) {
    this.#around = around
    this.#rest = around.before
  }

  /** Elements to be taken once those before them are. */
  add(elements: ReadonlyArray<RawText>): void {
    this.#read = elements
    this.#taken = 0
  }

  /** There are no further elements. */
  end(): void {
    this.#rest = this.#around.after
    this.#hasEnded = true
  }

  /** Whether all of it has been taken with the present chunk. */
  get isOver(): boolean {
    return this.#hasEnded && this.#rest.length === 0
  }

  /** Takes elements until they are a chunk, or the array has ended. Gives whether it is so. */
  fill(): boolean {
    if (!this.#write(this.#rest) || this.#hasEnded) return true
    while (this.#taken < this.#read.length) {
      if (!this.isEmpty) {
        if (this.#length === chunkLength) return true
        this.#chunk[this.#length++] = comma
      }
      this.isEmpty = false
      if (!this.#write(this.#read[this.#taken++]!)) return true
    }
    return false
  }

  take(): Uint8Array {
    const chunk = this.#length === chunkLength ? this.#chunk : this.#chunk.subarray(0, this.#length)
    this.#chunk = new Uint8Array(chunkLength)
    this.#length = 0
    return chunk
  }

  /** Gives whether all of it fitted. */
  #write(text: RawText): boolean {
    // One piece after the other: a text that is joined first is copied once more.
    const read = typeof text === "string" ? this.#encode(text) : this.#copy(text)
    const isWhole = read === text.length
    this.#rest = isWhole ? "" : textFrom(text, read)
    return isWhole
  }

  /** Gives how much of it fitted, as `#copy` does. */
  #encode(text: string): number {
    const { read, written } = encoder.encodeInto(text, this.#chunk.subarray(this.#length))
    this.#length += written
    return read
  }

  #copy(text: Utf8Text): number {
    const copied = text.copyInto(this.#chunk, this.#length)
    this.#length += copied
    return copied
  }
}

/**
 * Reads the first chunk: what fails before it is ready fails here. `elements` are texts of JSON, and are read on when the chunks
 * before them have been taken. The scope is that of the answer, in which they are closed.
 */
export const openJsonArray = Effect.fnUntraced(function* <E, R>(
  elements: Stream.Stream<RawText, E, R>,
  around: Around
): Effect.fn.Return<OpenedArray<E>, E, R | Scope.Scope> {
  const pull = yield* Stream.toPull(elements)
  const bytes = new ArrayBytes(around)

  const fill: Effect.Effect<void, E> = Effect.suspend(() =>
    bytes.fill()
      ? Effect.void
      : Effect.matchCauseEffect(pull, {
          onSuccess: (more) => {
            bytes.add(more)
            // A storage in the process reads without waiting: others have their turn before each part.
            return Effect.andThen(Effect.yieldNow, fill)
          },
          onFailure: (cause) => {
            if (!Pull.isDoneCause(cause)) return Effect.failCause(cause as Cause.Cause<E>)
            bytes.end()
            bytes.fill()
            return Effect.void
          }
        })
  )

  yield* fill
  const { isEmpty, isOver } = bytes
  const first = bytes.take()
  if (isOver) return { isEmpty, body: first }
  const next = Effect.suspend((): Pull.Pull<readonly [Uint8Array], E> =>
    bytes.isOver ? Cause.done() : Effect.map(fill, () => [bytes.take()])
  )
  return { isEmpty, body: Stream.concat(Stream.succeed(first), Stream.fromPull(Effect.succeed(next))) }
})
