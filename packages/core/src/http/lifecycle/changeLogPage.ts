/** The change log as a page for people. It loads nothing, from nowhere. */
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type ApiChange, newestFirst, sentenceOf, startOf } from "../../lifecycle/ApiChange.ts"
import { ChangeLog } from "../../lifecycle/changeLog.ts"
import { mountedAt } from "../paths/MountPath.ts"

export const changeLogPath = "/changelog"

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const characters: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => characters[character]!)

const rowOf = (change: ApiChange, now: number): string =>
  `<tr${startOf(change.on) > now ? ' class="coming"' : ""}><td>${escaped(change.on)}</td><td>${escaped(sentenceOf(change))}</td><td>${escaped(change.source)}</td></tr>`

const pageOf = (changes: ReadonlyArray<ApiChange>, now: number, prefix: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Change log of the Seller API</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
      table { border-collapse: collapse }
      th, td { border-bottom: 1px solid #cbd5e1; padding: 0.4rem 0.8rem; text-align: left; vertical-align: top }
      td:first-child { white-space: nowrap }
      .coming td:first-child::after { content: " (to come)" }
    </style>
  </head>
  <body>
    <h1>Change log of the Seller API</h1>
    <p>Days begin at midnight in Moscow. The same as JSON: <a href="${prefix}/changelog.json">changelog.json</a>. The operations: <a href="${prefix}/docs">docs</a>.</p>
    <table>
      <thead><tr><th>From</th><th>Change</th><th>Source</th></tr></thead>
      <tbody>
${newestFirst(changes)
  .map((change) => rowOf(change, now))
  .join("\n")}
      </tbody>
    </table>
  </body>
</html>`

export const changeLogPageLayer = HttpRouter.add(
  "GET",
  changeLogPath,
  Effect.gen(function* () {
    const changes = yield* ChangeLog
    const now = yield* Clock.currentTimeMillis
    const mounted = yield* mountedAt
    const page = pageOf(changes, now, mounted === "/" ? "" : escaped(mounted))
    return HttpServerResponse.setHeaders(HttpServerResponse.html(page), {
      "content-security-policy": policy,
      "x-content-type-options": "nosniff"
    })
  })
)
