/** Answers that are sent while they are read: what they are read from has to last until then. */

/** The answer to give to the caller, and when all of it has been read, or nobody reads it any more. */
export interface ReadAnswer {
  readonly answer: Response
  readonly ended: Promise<void>
}

/** Its length is known, so the whole body is in memory. */
const isWhole = ({ body, headers }: Response): boolean => body === null || headers.has("content-length")

export const untilRead = (answer: Response): ReadAnswer => {
  if (isWhole(answer)) return { answer, ended: Promise.resolve() }
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  // The caller is told of a failure by the body.
  const ended = answer.body!.pipeTo(writable).catch(() => {})
  return { answer: new Response(readable, answer), ended }
}
