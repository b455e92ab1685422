/** A Worker of the host's own: it does with its bindings what a test asks for. */

interface Env {
  /** Over a service binding. */
  readonly OPERATOR: any
  readonly EVENTS: {
    send(body: unknown): Promise<void>
    sendBatch(messages: Iterable<{ body: unknown }>): Promise<void>
  }
}

const time = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/

/** Times are dates between Workers. */
const withDates = (key: string, value: unknown): unknown =>
  (key === "time" || key === "since") && typeof value === "string" && time.test(value) ? new Date(value) : value

/** Calls `env.OPERATOR.a.b(...)` for `/a.b`, and tells how that ended. */
const call = async (operator: any, path: string, given: ReadonlyArray<unknown>): Promise<Response> => {
  const names = path.slice(1).split(".")
  const method = names.pop()!
  let target = operator
  for (const name of names) target = target[name]
  try {
    return Response.json({ value: await target[method](...given) })
  } catch (error) {
    const { message, name, problems } = error as Error & { readonly problems?: unknown }
    return Response.json({ error: { name, message, problems } })
  }
}

/** What came to nothing. */
const deadLetters: Array<unknown> = []

export default {
  async fetch(request: Request, { EVENTS, OPERATOR }: Env): Promise<Response> {
    const { pathname } = new URL(request.url)
    const given = JSON.parse(await request.text(), withDates) as ReadonlyArray<any>
    if (pathname === "/dead") return Response.json(deadLetters)
    if (pathname !== "/queue") return call(OPERATOR, pathname, given)
    await EVENTS.sendBatch(given.map((body) => ({ body })))
    return new Response()
  },
  async queue({ messages }: { readonly messages: ReadonlyArray<{ readonly body: unknown }> }): Promise<void> {
    deadLetters.push(...messages.map(({ body }) => body))
  }
}
