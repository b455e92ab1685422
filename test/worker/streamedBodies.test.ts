/** What workerd does with bodies that an object sends while it makes them: what answers of many rows rely on. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { compatibilityDate, type RunningMiniflare, startMiniflare } from "./startMiniflare.ts"

// Without the service: its compression is this header (adapter-worker/platformCompression.ts).
const script = `
  import { DurableObject } from "cloudflare:workers"
  const piece = new TextEncoder().encode("row ".repeat(1000))
  export class Rows extends DurableObject {
    rows(headers) {
      let left = 500
      const pull = (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close())
      return new Response(new ReadableStream({ pull }), { headers })
    }
  }
  export default {
    fetch(request, env) {
      const rows = env.ROWS.get(env.ROWS.idFromName("rows"))
      const { pathname } = new URL(request.url)
      return rows.rows(pathname === "/gzip" ? { "content-encoding": "gzip" } : {})
    }
  }`

const all = "row ".repeat(500_000)

describe("a body that an object makes while it is read", () => {
  let running: RunningMiniflare
  beforeAll(async () => {
    running = await startMiniflare({
      modules: true,
      script,
      compatibilityDate,
      durableObjects: { ROWS: { className: "Rows", useSQLite: true } }
    })
  })
  afterAll(() => running.stop())

  it("is encoded by the platform, once, as its header says", async () => {
    const answer = await fetch(new URL("/gzip", running.url), { headers: { "accept-encoding": "gzip" } })
    assert.strictEqual(answer.headers.get("content-encoding"), "gzip")
    assert.strictEqual(await answer.text(), all)
    assert.strictEqual(await (await fetch(new URL("/plain", running.url))).text(), all)
  })
})
