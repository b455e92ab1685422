/** Calls of the service's HTTP interfaces. */

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the service answers
  readonly body: any
}

// Longer than anything takes, so that a publisher does not wait for a process that is no more.
const within = 10_000

/** Fails when no complete answer comes. */
export const call = async (url: string, authorization: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(url, {
    headers: { authorization, "content-type": "application/json" },
    signal: AbortSignal.timeout(within),
    ...(body === undefined ? undefined : { method: "POST", body: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
}

/** Whether a call failed because nobody listens, so that nothing was taken. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  (error.cause as NodeJS.ErrnoException).code === "ECONNREFUSED"

/** Fails when another status comes. */
export const expectStatus = async (status: number, answer: Promise<Answer>): Promise<Answer["body"]> => {
  const { body, status: given } = await answer
  if (given !== status) throw new Error(`The service answered ${given} instead of ${status}: ${JSON.stringify(body)}`)
  return body
}
