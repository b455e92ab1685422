/** The console inside a host's own server: under any path, beside the host's pages, and over the host's own service. */
import { toExpress } from "@sellerkit/adapter-express"
import { operatorConsole } from "@sellerkit/console/node"
import { createSellerkit, type Sellerkit } from "@sellerkit/embed"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import express from "express"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { visit } from "./Visitor.ts"
import { useBrowser } from "./useBrowser.ts"

const key = "an operator key of at least thirty-two characters"

const browser = useBrowser()

interface Host {
  readonly sellerkit: Sellerkit<any>
  readonly server: Server
  readonly base: string
}

const startHost = async (): Promise<Host> => {
  const sellerkit = await createSellerkit({
    storage: MemoryStorage.layer,
    tokens: { secret: "a secret of at least thirty-two characters" },
    operator: operatorConsole({ key }),
    log: () => {}
  })
  const app = express()
  app.use(express.json())
  app.use("/shop/seller-api", toExpress(sellerkit))
  app.get("/", (_, response) => void response.send("the host's own page"))
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { sellerkit, server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe("the console in a host's server", () => {
  let host: Host
  beforeAll(async () => {
    host = await startHost()
  })
  afterAll(async () => {
    host.server.closeAllConnections()
    host.server.close()
    await host.sellerkit.close()
  })

  it("is used below the path that the host has chosen", async () => {
    const sellerId = randomUUID()
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const webhook = { name: "Of the host", url: "https://receiver.example/", subscriptions }
    const { id } = await host.sellerkit.webhooks.create({ sellerId }, webhook)
    const visitor = await visit(browser(), `${host.base}/shop/seller-api`)
    const { page } = visitor
    await visitor.open(`/sellers/${sellerId}/webhooks`)
    await visitor.logIn(key)
    await page.getByRole("link", { name: "Of the host" }).click()
    await page.waitForURL(`${host.base}/shop/seller-api/console/sellers/${sellerId}/webhooks/${id}`)
    await page.getByRole("button", { name: "Disable", exact: true }).click()
    await page.getByRole("button", { name: "Enable", exact: true }).waitFor()
    const [shown] = await host.sellerkit.webhooks.list({ sellerId })
    assert.strictEqual(shown!.enabled, false)
    const [cookie] = await page.context().cookies()
    assert.deepInclude(cookie, { path: "/shop/seller-api/console", httpOnly: true, sameSite: "Strict" })
    await page.reload()
    await page.getByRole("heading", { name: "Of the host" }).waitFor()
    await page.getByRole("button", { name: "Log out" }).click()
    await page.getByLabel("Operator key").waitFor()
    assert.deepStrictEqual(await page.context().cookies(), [])
    await visitor.leave()
  })

  it("opens a portal there", async () => {
    const sellerId = randomUUID()
    const answer = await fetch(`${host.base}/shop/seller-api/operator/v1/sellers/${sellerId}/portal`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        theme: { logo: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=" }
      })
    })
    const { url } = (await answer.json()) as { readonly url: string }
    assert.isTrue(url.startsWith(`${host.base}/shop/seller-api/console/portal#`))
    const visitor = await visit(browser(), `${host.base}/shop/seller-api`)
    const { page } = visitor
    await page.goto(url)
    await page.getByText("There are no webhooks").waitFor()
    const logo = page.locator("header img")
    assert.match((await logo.getAttribute("src"))!, /^data:image\/svg\+xml;base64,/)
    await page.reload()
    await logo.waitFor()
    await visitor.leave()
  })

  it("leaves the host its own pages", async () => {
    for (const path of ["/", "/console"]) {
      const answer = await fetch(`${host.base}${path}`, { headers: { accept: "text/html" }, redirect: "manual" })
      assert.strictEqual(answer.status, path === "/" ? 200 : 404)
    }
    const unknown = await fetch(`${host.base}/shop/seller-api/`, {
      headers: { accept: "text/html" },
      redirect: "manual"
    })
    assert.strictEqual(unknown.status, 404)
  })

  it("is refused frames of what is no origin", () => {
    for (const text of ["seller.example", "https://seller.example/", "https://*", "'self'", "*; script-src *"]) {
      assert.throws(() => operatorConsole({ key, frameAncestors: [text] }), /is no origin/)
    }
  })
})
