/** Addresses of pages. */
import { describe, expect, it } from "vitest"
import { queryText } from "../src/app/api/http/queryText.ts"
import { matchPath, pathOf } from "../src/app/routing/pages.ts"

describe("addresses", () => {
  it("lead back to their page, whatever is in their parameters", () => {
    for (const id of ["a", "a/b", "é ?#&", "%2F", "..."]) {
      expect(matchPath(pathOf("event", { sellerId: id, id }))).toEqual({
        page: "event",
        parameters: { sellerId: id, id }
      })
    }
  })

  it("prefer a page's own name to the id of a record", () => {
    expect(matchPath("/sellers/s/webhooks/new")?.page).toBe("newWebhook")
    expect(matchPath("/sellers/s/webhooks/w")?.page).toBe("webhook")
  })

  it("may end with a slash", () => {
    expect(matchPath("/")?.page).toBe("home")
    expect(matchPath("/sellers/")?.page).toBe("sellers")
  })

  it("lead nowhere where there is no page, or a parameter is empty or means another address", () => {
    for (const path of [
      "/nowhere",
      "/sellers//webhooks",
      "/sellers/%2E%2E/webhooks",
      "/sellers/s/events/.",
      "/sellers/s/webhooks/w/edit/more"
    ]) {
      expect(matchPath(path)).toBeUndefined()
    }
  })

  it("survive an escape that is broken", () => {
    expect(matchPath("/sellers/%E0%A4%A/webhooks")?.parameters).toEqual({ sellerId: "%E0%A4%A" })
  })

  it("leave out parameters without a value", () => {
    expect(queryText({ next: undefined, search: "", limit: 5, sandbox: true })).toBe("?limit=5&sandbox=true")
    expect(queryText({ next: undefined })).toBe("")
  })
})
