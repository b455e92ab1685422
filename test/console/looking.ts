/** What somebody sees on a page, and what can be pressed there. */
import type { Page } from "playwright-core"

/** What a person reads in the rows of the page's table. */
export const rowsOf = (page: Page): Promise<ReadonlyArray<string>> => page.locator("tbody tr").allInnerTexts()

/** The value beside a name in a list of facts. */
export const fact = (page: Page, name: string) =>
  page.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd")

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

/** In the dialog that asks whether it is really wanted. */
export const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()

/**
 * The page has come, with its data. Before that, a button may move while it is being pressed. The overview goes on being told, so
 * its network is never still.
 */
export const shown = async (page: Page, name: string): Promise<void> => {
  await page.locator("h1").waitFor()
  if (name === "overview") await page.locator("dl.facts").first().waitFor()
  else await page.waitForLoadState("networkidle")
}
