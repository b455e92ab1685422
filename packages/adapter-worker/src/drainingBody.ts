/**
 * Reads what an answer leaves of a request's body. workerd closes the connection otherwise: a caller who is still sending would lose the
 * answer, and one that sends its next request over the same connection would lose that.
 */
import { Effect } from "effect"

// So many need not be read beside the answer: a caller has sent them before it looks for one.
const fewBytes = 65_536

// our choice: several of the largest accepted bodies. A caller that sends more need not get an answer.
const mostBytes = 4 * 1024 * 1024

// our choice: long for that many bytes, short for a caller that stops in the middle.
const longest = "10 seconds"

type Body = NonNullable<Request["body"]>
type Read = () => Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>>

/** One read after the other: the platform's bodies take no more at once. */
const readerOf = (body: Body): Read => {
  const reader = body.getReader()
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(() => reader.read())
    last = next
    return next
  }
}

/** A body that can be given up without giving up what it is read from. */
const bodyFrom = (read: Read): Body =>
  new ReadableStream({
    // A body that crosses to an object has to be of this type.
    type: "bytes",
    pull: async (controller) => {
      const { done, value } = await read()
      if (!done) return controller.enqueue(value)
      controller.close()
      // A reader with its own buffer learns of the end only this way.
      controller.byobRequest?.respond(0)
    }
  })

const drain = async (read: Read): Promise<void> => {
  for (let bytes = 0; bytes < mostBytes;) {
    const { done, value } = await read()
    if (done) return
    bytes += value.byteLength
  }
}

const drained = (read: Read): Promise<void> => {
  // A caller that hung up needs no answer.
  const all = Effect.promise(() => drain(read).catch(() => {}))
  return Effect.runPromise(Effect.raceFirst(all, Effect.sleep(longest)))
}

/** Gives the answer once the body has been read, or enough of it, or for long enough. */
export const drainingBody = async (
  request: Request,
  answer: (request: Request) => Promise<Response>
): Promise<Response> => {
  const { body, headers } = request
  if (body === null) return answer(request)
  if (Number(headers.get("content-length") ?? Infinity) <= fewBytes) {
    const answered = await answer(request)
    if (!request.bodyUsed) await drained(readerOf(body))
    return answered
  }
  const read = readerOf(body)
  // What a stream needs; the types of browsers do not know it.
  const answered = await answer(new Request(request, { body: bodyFrom(read), duplex: "half" } as RequestInit))
  await drained(read)
  return answered
}
