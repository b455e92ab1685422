/** Checks that a page shows an OpenAPI document, and nothing of the viewer's makers. */
import { assert } from "@effect/vitest"

/** Settings that keep the viewer from showing and doing things of its own. */
const without = {
  // A bar with offers to share the document with its makers and to have code made of it.
  showDeveloperTools: "never",
  // A button that opens their own program.
  hideClientButton: true,
  telemetry: false,
  // The fonts come from the makers' servers.
  withDefaultFonts: false
}

/** Gives the viewer's settings. */
export const assertPlainPage = (page: string): Record<string, unknown> => {
  const [, json = "null"] = /Scalar\.createApiReference\("#viewer", (\{.*\})\)\n/.exec(page) ?? []
  const settings = JSON.parse(json)
  assert.deepInclude(settings, without)
  assert.isUndefined(settings.proxyUrl)
  assert.include(settings.customCss, 'a[href="https://www.scalar.com"]{display:none}')
  assert.match(page, /<link rel="icon" href="data:image\/svg\+xml,%3Csvg [^"<>]*%3C\/svg%3E" \/>/)
  return settings
}
