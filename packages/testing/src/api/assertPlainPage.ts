/** A page that shows an OpenAPI document, and nothing of those who made what shows it. */
import { assert } from "@effect/vitest"

/** What the viewer would show or do of its own, and what keeps it from that. */
const without = {
  // A bar with offers to share the document with its makers and to have code made of it.
  showDeveloperTools: "never",
  // A button that opens their own program.
  hideClientButton: true,
  telemetry: false,
  // They are fetched from their servers.
  withDefaultFonts: false
}

/** Gives what the viewer is told. */
export const assertPlainPage = (page: string): Record<string, unknown> => {
  const [, json = "null"] = /Scalar\.createApiReference\("#viewer", (\{.*\})\)\n/.exec(page) ?? []
  const settings = JSON.parse(json)
  assert.deepInclude(settings, without)
  assert.isUndefined(settings.proxyUrl)
  assert.include(settings.customCss, 'a[href="https://www.scalar.com"]{display:none}')
  assert.match(page, /<link rel="icon" href="data:image\/svg\+xml,%3Csvg [^"<>]*%3C\/svg%3E" \/>/)
  return settings
}
