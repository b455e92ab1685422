/** A seller of its own for one list of random requests, and what must hold after each of them. */
import { assert } from "@effect/vitest"
import type { ApiService } from "../ApiTarget.ts"
import { assertProblem, callerWith, cardEvent, createWebhook, newSeller, read } from "../Caller.ts"
import { assertNothingStored, sellerDataOf } from "../SellerData.ts"
import { type ApiOperation, operationsAt } from "./ApiOperation.ts"
import { isTampered, type RandomRequest } from "./RandomRequest.ts"
import { type PlainRequest, requestFrom } from "./requestFrom.ts"
import { tamperedToken } from "./tamperedToken.ts"

// Long for any request, however busy the machine.
const soon = 20_000

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const secrets = /whsec_[\w+/=-]+/g

export interface RandomCaller {
  /** Sends the request and gives the status; fails unless the answer and what came of it are as they must be. */
  send(random: RandomRequest): Promise<number>
}

interface Sent {
  readonly random: RandomRequest
  readonly request: PlainRequest
  readonly authorization: string | undefined
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly response: Response
}

const assertStatus = (
  { random: { token }, request }: Sent,
  operations: ReadonlyArray<ApiOperation>,
  status: number
) => {
  const path = new URL(`http://seller.test${request.path}`).pathname
  const listed = operationsAt(operations, path).flatMap(({ statuses }) => [...statuses])
  assert.include([...listed, 404, 413, 429], status)
  if (isTampered(token)) assert.include([401, 404, 413], status, token)
  else if (token === "personal") assert.include([403, 404, 413], status)
  else assert.notStrictEqual(status, 401)
}

/** No part of any credential. The secret of a webhook only where the operation is meant to show it. */
const assertNoSecrets = ({ authorization = "" }: Sent, { text, status }: Answered, shows: boolean): void => {
  for (const part of authorization.split(/[\s.,]+/)) {
    if (part.length > 20) assert.notInclude(text, part)
  }
  const shown = text.match(secrets) ?? []
  if (shows && status === 200) assert.deepStrictEqual([...shown], [JSON.parse(text).secret])
  else assert.isEmpty(shown)
}

const isRead = ({ method }: PlainRequest): boolean => ["GET", "HEAD", "OPTIONS"].includes(method)

export const makeRandomCaller = async (
  service: ApiService,
  operations: ReadonlyArray<ApiOperation>
): Promise<RandomCaller> => {
  const sellerId = newSeller()
  const tokens = {
    own: await service.token({ sellerId }),
    personal: await service.token({ sellerId, type: "personal" }),
    "without categories": await service.token({ sellerId, categories: [] })
  }
  const caller = callerWith(service, tokens.own, sellerId)
  const { id } = await createWebhook(caller)
  const [event] = await service.publish(sellerId, [cardEvent(1)])

  const authorizationOf = (token: RandomRequest["token"]): string | undefined => {
    if (isTampered(token)) return tamperedToken(token, tokens.own)
    return token === "bearer" ? `Bearer ${tokens.own}` : tokens[token]
  }

  const fetchAnswer = async ({ authorization, request }: Sent): Promise<Answered> => {
    const { body, headers, method, path } = request
    const asked = performance.now()
    const response = await service.fetch(path, {
      method,
      headers: { ...headers, ...(authorization === undefined ? undefined : { authorization }) },
      ...(body === undefined ? undefined : { body: body as BodyInit })
    })
    const text = await response.clone().text()
    assert.isBelow(performance.now() - asked, soon)
    return { status: response.status, text, response }
  }

  let before = await sellerDataOf(caller)
  const ids = new Set([id, event!.id, before.history[0]!.id])
  return {
    send: async (random) => {
      const request = requestFrom(random, operations, [...ids])
      const sent = { random, request, authorization: authorizationOf(random.token) }
      const answered = await fetchAnswer(sent)
      const { response, status, text } = answered
      assertStatus(sent, operations, status)
      const [operation] = operationsAt(operations, request.path.split("?")[0]!, request.method)
      assertNoSecrets(sent, answered, operation?.showsSecret === true)
      const answer = status >= 400 ? await read(response) : undefined
      if (answer === undefined) for (const found of text.match(uuids) ?? []) ids.add(found)
      else if (request.method !== "HEAD") assertProblem(answer, status)
      // If a read has stored something, that shows after the next write.
      if (isRead(request)) return status
      const after = await sellerDataOf(caller)
      if (answer !== undefined) assertNothingStored(before, after, status, answer.body)
      before = after
      return status
    }
  }
}
