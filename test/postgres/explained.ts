/** A client whose statements are explained as they run, those inside of functions as well: `auto_explain` of the server. */
import { PgClient } from "@effect/sql-pg"
import { Redacted } from "effect"
import { connect } from "node:net"
import type { TestDatabase } from "./TestDatabase.ts"

/** A step of a plan, with what it did. Of loops the rows are an average. */
export interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly "Rows Removed by Join Filter"?: number
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: ReadonlyArray<PlanNode>
}

export interface Explained {
  readonly "Query Text": string
  readonly Plan: PlanNode
}

const settings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice"
}

const noticeType = "N".charCodeAt(0)
const messageField = "M"

/** The text of a notice: fields of a letter and a text each, both ended by a zero. */
const textOf = (body: Buffer): string =>
  body
    .toString("utf8")
    .split("\0")
    .find((field) => field.startsWith(messageField))
    ?.slice(1) ?? ""

const planOf = (text: string): Explained | undefined => {
  const json = text.startsWith("duration:") ? text.slice(text.indexOf("{")) : undefined
  return json === undefined ? undefined : (JSON.parse(json) as Explained)
}

/** The client drops notices, so that they are read from what the server sends: messages of a type, a length and a body. */
const readNotices = (onNotice: (text: string) => void) => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1)
      if (rest.length < end) return
      if (rest[0] === noticeType) onNotice(textOf(rest.subarray(5, end)))
      rest = rest.subarray(end)
    }
  }
}

/** A client, and the plans of what it runs, to which each statement adds those that it took. */
export const explainingClient = ({ url }: TestDatabase, startup: Readonly<Record<string, string>>) => {
  const plans: Array<Explained> = []
  const { hostname, port } = new URL(url)
  const stream = () => {
    const socket = connect(Number(port), hostname)
    const read = readNotices((text) => {
      const plan = planOf(text)
      if (plan !== undefined) plans.push(plan)
    })
    return socket.on("data", read)
  }
  const client = PgClient.layer({ url: Redacted.make(url), stream, startupParameters: { ...settings, ...startup } })
  return { client, plans }
}
