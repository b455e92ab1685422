/** A payload as a tree whose branches open and close. */
import { ExactNumber, isObject, type Json } from "./json.ts"

// our choice: how deep it is open at first.
const openLevels = 2

const Leaf = ({ value }: { readonly value: Json }) => {
  if (value instanceof ExactNumber) return <span class="json-number">{value.text}</span>
  if (typeof value === "string") return <span class="json-string">{JSON.stringify(value)}</span>
  return <span class="json-word">{String(value)}</span>
}

interface Given {
  readonly name?: string
  readonly value: Json
  readonly level?: number
}

const membersOf = (value: Json): ReadonlyArray<readonly [string, Json]> | undefined => {
  if (Array.isArray(value)) return value.map((member: Json, index) => [String(index), member] as const)
  return isObject(value) ? Object.entries(value) : undefined
}

export const PayloadTree = ({ level = 0, name, value }: Given) => {
  const members = membersOf(value)
  const label = name === undefined ? null : <span class="json-name">{name}: </span>
  if (members === undefined || members.length === 0) {
    return (
      <div class="json">
        {label}
        {members === undefined ? <Leaf value={value} /> : <span>{Array.isArray(value) ? "[]" : "{}"}</span>}
      </div>
    )
  }
  return (
    <details class="json" open={level < openLevels}>
      <summary>
        {label}
        <span class="faint">{Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}</span>
      </summary>
      {members.map(([key, member]) => (
        <PayloadTree key={key} name={key} value={member} level={level + 1} />
      ))}
    </details>
  )
}
