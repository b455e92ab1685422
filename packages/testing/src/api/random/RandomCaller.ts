/** A seller of its own for one list of random requests, and what must hold after each of them. */
import { assert } from "@effect/vitest"
import type { ApiService } from "../ApiTarget.ts"
import {
  type Answer,
  assertProblem,
  type Caller,
  callerWith,
  cardEvent,
  createWebhook,
  newSeller,
  read
} from "../Caller.ts"
import { banner, createAuction, operate, patientCaller, putMedia, stockUp, topUp } from "../promotion/Advertiser.ts"
import { succeeded } from "../promotion/PromotionAnswer.ts"
import { assertNothingStored, type SellerData, sellerDataOf } from "../SellerData.ts"
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
  /** Fails unless the seller has the products that it was given, and the campaigns that it was told of. */
  verify(): Promise<void>
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

/** The operations at a path ask the same of a token. */
const isForbidden = (token: RandomRequest["token"], there: ReadonlyArray<ApiOperation>): boolean =>
  token === "personal"
    ? !there.some(({ tokenTypes }) => tokenTypes.includes("personal"))
    : token === "without categories" && there.some(({ needsCategory }) => needsCategory)

const assertStatus = (
  { random: { token }, request }: Sent,
  operations: ReadonlyArray<ApiOperation>,
  status: number
) => {
  const path = new URL(`http://seller.test${request.path}`).pathname
  const there = operationsAt(operations, path)
  const listed = there.flatMap(({ statuses }) => [...statuses])
  assert.include([...listed, 404, 413, 429], status)
  if (there.some(({ isPublic }) => isPublic)) assert.notInclude([401, 403], status)
  else if (isTampered(token)) assert.include([401, 404, 413], status, token)
  else if (isForbidden(token, there)) assert.include([403, 404, 413], status)
  else assert.notStrictEqual(status, 401)
}

/** What an error of Seller Webhooks Service has, and no other error has both. */
const isProblem = (fields: ReadonlyArray<string> = []): boolean => fields.includes("title") && fields.includes("errors")

/** An error is as the operation describes it; where it describes none, as everywhere in Seller Webhooks Service. */
const assertDescribed = (answer: Answer, operation: ApiOperation | undefined): void => {
  const { body, headers, status, text } = answer
  const described = operation?.errors.get(status)
  if (described === undefined || isProblem(described.fields)) return assertProblem(answer, status)
  assert.strictEqual(headers.get("content-type"), described.contentType)
  if (described.fields !== undefined) assert.sameMembers(Object.keys(body), [...described.fields])
  else assert.match(described.contentType === "application/json" ? body : text, /^[^"\n]+$/)
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

/** By its method, and by what the operation that it may be for says of itself. */
const isRead = ({ method }: PlainRequest, there: ReadonlyArray<ApiOperation>): boolean =>
  method === "OPTIONS" ||
  method === "HEAD" ||
  (method === "GET" && !there.some((one) => one.method === "GET" && one.changes))

/** What a refused request does not change. */
interface Look {
  readonly data: SellerData
  readonly money: unknown
  /** Changes of campaigns take effect at the ends of minutes, whatever is sent meanwhile. */
  readonly minute: number
}

const look = async (service: ApiService, caller: Caller): Promise<Look> => ({
  minute: Math.floor(Date.now() / 60_000),
  data: await sellerDataOf(caller),
  money: await operate(service, "GET", caller.sellerId, "/funds")
})

const assertUnchanged = (before: Look, after: Look, { body, status }: Answer): void => {
  assertNothingStored(before.data, after.data, status, body)
  if (before.minute === after.minute) assert.deepStrictEqual(after.money, before.money)
}

export const makeRandomCaller = async (
  service: ApiService,
  operations: ReadonlyArray<ApiOperation>
): Promise<RandomCaller> => {
  const sellerId = newSeller()
  const tokens = {
    own: await service.token({ sellerId, type: "service", serviceId: "random" }),
    personal: await service.token({ sellerId, type: "personal" }),
    "without categories": await service.token({ sellerId, categories: [] })
  }
  const caller = callerWith(service, tokens.own, sellerId)
  const { id } = await createWebhook(caller)
  const [event] = await service.publish(sellerId, [cardEvent(1)])

  await stockUp(service, sellerId)
  const advertiser = await patientCaller(service, sellerId)
  const campaign = await createAuction(advertiser)
  await topUp(advertiser, campaign)
  // Under the same id, which requests have anyway. It may be launched, paused, stopped and bid for.
  await putMedia(service, sellerId, campaign, { status: 11, items: [{ ...banner, id: 0 }] })
  const campaigns = [campaign]

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

  let before = await look(service, caller)
  const ids = new Set([id, event!.id, before.data.history[0]!.id, String(campaign)])
  return {
    send: async (random) => {
      const request = requestFrom(random, operations, { ids: [...ids], campaign: String(campaign) })
      const sent = { random, request, authorization: authorizationOf(random.token) }
      const answered = await fetchAnswer(sent)
      const { response, status, text } = answered
      assertStatus(sent, operations, status)
      const path = request.path.split("?")[0]!
      const [operation] = operationsAt(operations, path, request.method)
      assertNoSecrets(sent, answered, operation?.showsSecret === true)
      const answer = status >= 400 ? await read(response) : undefined
      if (answer === undefined) for (const found of text.match(uuids) ?? []) ids.add(found)
      else if (request.method !== "HEAD") assertDescribed(answer, operation)
      if (status === 200 && path.endsWith("/save-ad")) campaigns.push(Number(JSON.parse(text)))
      // If a read has stored something, that shows after the next write.
      if (isRead(request, operationsAt(operations, path))) return status
      const after = await look(service, caller)
      if (answer !== undefined) assertUnchanged(before, after, answer)
      before = after
      return status
    },
    verify: async () => {
      const { adverts } = succeeded(await advertiser.get("/adv/v1/promotion/count"))
      const shown = adverts.flatMap(({ advert_list }: any) => advert_list.map(({ advertId }: any) => advertId))
      assert.sameMembers(shown, campaigns)
      const subjects = succeeded(await advertiser.get("/adv/v1/supplier/subjects"))
      assert.deepStrictEqual(
        subjects.map(({ count, id: subject }: any) => [subject, count]),
        [
          [69, 1],
          [192, 2]
        ]
      )
    }
  }
}
