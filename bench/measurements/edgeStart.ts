/** How soon a Worker and its objects answer that nobody has asked before. */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { now } from "../machine/clock.ts"
import { type Edge, type EdgeCode, emptyWorker, withWorkerd } from "../harness/edgeWorkerd.ts"
import { median } from "../reporting/statistics.ts"

/** Milliseconds. */
export interface Start {
  /** Until workerd listens: with an empty Worker, and with this one. */
  readonly empty: number
  readonly whole: number
  /** Of answers. */
  readonly firstOfIsolate: number
  readonly firstOfObject: number
  readonly afterEviction: number
  readonly usual: number
}

/** A seller with a token that counts for every start. */
export interface KnownSeller {
  readonly sellerId: string
  readonly token: string
}

const ask = async ({ origin }: Edge, { token }: KnownSeller): Promise<number> => {
  const startedAt = now()
  const answer = await fetch(`${origin}/api/v1/webhooks`, { headers: { authorization: token } })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`The API answered ${answer.status}: ${body}`)
  return now() - startedAt
}

const usualRequests = 10

/** `sellers`: two that the new workerd has no data of. */
export const measureStart = async (
  code: EdgeCode,
  folder: string,
  [first, second]: readonly [KnownSeller, KnownSeller]
): Promise<Start> => {
  const empty = await withWorkerd(emptyWorker, {}, async ({ startTime }) => startTime)
  const data = mkdtempSync(join(folder, "start-"))
  try {
    return await withWorkerd(code, { folder: data }, async (edge) => {
      // So that nothing of what follows is the connection.
      await (await fetch(`${edge.origin}/bare/handler`)).text()
      const firstOfIsolate = await ask(edge, first)
      const firstOfObject = await ask(edge, second)
      const usual: Array<number> = []
      for (let request = 0; request < usualRequests; request++) usual.push(await ask(edge, second))
      await edge.evict(second.sellerId)
      const afterEviction = await ask(edge, second)
      return { empty, whole: edge.startTime, firstOfIsolate, firstOfObject, afterEviction, usual: median(usual) }
    })
  } finally {
    rmSync(data, { recursive: true })
  }
}
