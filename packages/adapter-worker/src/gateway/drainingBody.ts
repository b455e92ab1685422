/**
 * Reads what an answer leaves of a request's body. workerd closes the connection otherwise: a caller who is still sending would lose the
 * answer, and one that sends its next request over the same connection would lose that.
 */
import { type Duration, Effect } from "effect"

// our choice: a body of at most so many bytes is read after the answer was made, and a larger one beside it.
const fewBytes = 65_536

// our choice: several of the largest accepted bodies. A caller that sends more need not get an answer.
const mostBytes = 4 * 1024 * 1024

// our choice: long for that many bytes, short for a caller that stops in the middle.
const longest = "10 seconds"

// our choice: they have come, or the caller has stopped in the middle.
const longestForFew = "1 second"

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

const drained = (read: Read, within: Duration.Input): Promise<void> => {
  // A caller that hung up needs no answer.
  const all = Effect.promise(() => drain(read).catch(() => {}))
  return Effect.runPromise(Effect.raceFirst(all, Effect.sleep(within)))
}

/** Gives the answer once the body has been read, or enough of it, or for long enough. */
export const drainingBody = async (
  request: Request,
  answer: (request: Request) => Promise<Response>
): Promise<Response> => {
  const { body, headers, method } = request
  if (body === null) return answer(request)
  const areFew = Number(headers.get("content-length") ?? Infinity) <= fewBytes
  if (method === "GET" || method === "HEAD") {
    // Some clients announce a body of no bytes. A GET with a body cannot be made again, and cannot be sent to an object.
    const answered = await answer(new Request(request, { body: null }))
    await drained(readerOf(body), areFew ? longestForFew : longest)
    return answered
  }
  if (areFew) {
    const answered = await answer(request)
    if (!request.bodyUsed && !body.locked) await drained(readerOf(body), longestForFew)
    return answered
  }
  const read = readerOf(body)
  // What a stream needs; the types of browsers do not know it.
  const answered = await answer(new Request(request, { body: bodyFrom(read), duplex: "half" } as RequestInit))
  await drained(read, longest)
  return answered
}
