/** A check for people: one line each, in columns that stay where they are. */
import type { Screen, Style } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { table } from "../output/Table.ts"
import type { Check } from "./Check.ts"

const styles: Readonly<Record<Check["status"], Style>> = { ok: "green", warning: "yellow", problem: "red" }

const statusWidth = "problem".length
const nameWidth = "operator key".length

export const checkLine = ({ advice, check, message, status }: Check, screen: Screen): string => {
  const text = advice === undefined ? message : `${message}. ${advice}.`
  return table([[[styles[status], status.padEnd(statusWidth)], check.padEnd(nameWidth), printable(text)]], screen)
}
