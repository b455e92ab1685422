/** What `serve` prints for people as it starts: where everything is, and three commands that show an event arriving. */
import type { Paint } from "../output/Output.ts"
import { quoted, sellerkit } from "../connection/shell.ts"
import { type Cell, table } from "../output/Table.ts"

export interface Started {
  readonly api: string
  readonly docs: string
  readonly dataFolder: string
  /** What the development profile shows, production does not. */
  readonly operatorKey?: string
  readonly sellerId?: string
  readonly token?: string
}

/** `variables` are those without which the command line would not find the service's key and seller. */
const firstSteps = (
  { api, dataFolder, token }: Started,
  variables: Readonly<Record<string, string>>,
  paint: Paint
): ReadonlyArray<string> => {
  const body = JSON.stringify({
    enabled: true,
    name: "My first webhook",
    url: "http://127.0.0.1:9000/",
    subscriptions: [{ scope: "content", event: "card_changed" }]
  })
  const file = quoted(`${dataFolder}/webhook.json`)
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)} `)
  const headers = `-H "Authorization: ${token}" -H "Content-Type: application/json"`
  return [
    paint("bold", "Try it, with a second and a third terminal in this folder:"),
    "",
    "1. Create a webhook; its secret is shown once, so keep the answer",
    paint("cyan", `curl -sS --fail-with-body ${api}/api/v1/webhooks ${headers} -d '${body}' | tee ${file}`),
    "",
    "2. Start a receiver that checks the secret and the signature",
    paint(
      "cyan",
      `${sellerkit} listen --port 9000 --secret "$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).secret' ${file})"`
    ),
    "",
    "3. Publish an event",
    paint("cyan", `${settings.join("")}${sellerkit} publish card_changed --url ${api}`),
    ""
  ]
}

export const welcome = (started: Started, variables: Readonly<Record<string, string>>, paint: Paint): string => {
  const { api, docs, operatorKey, sellerId, token } = started
  const facts = [
    ["API", api],
    ["Documentation", docs],
    ["Operator key", operatorKey],
    ["Seller", sellerId],
    ["Token", token]
  ].flatMap(([name, value]): ReadonlyArray<ReadonlyArray<Cell>> =>
    value === undefined ? [] : [[["dim", name!], value]]
  )
  // Not wrapped: what is shown is to be copied.
  return [
    "",
    table(facts, { paint, columns: Infinity }),
    "",
    ...(token === undefined ? [] : firstSteps(started, variables, paint))
  ].join("\n")
}
