/**
 * The payloads of a publication as the text in which they came, so that what is stored and sent is what was published:
 * parsing and writing JSON again would change how numbers are written, and lose digits of large ones.
 */

// Expects JSON that has been parsed before: what it skips is known to be well-formed.

const blank = /[ \t\n\r]*/y

const skipBlank = (text: string, index: number): number => {
  blank.lastIndex = index
  blank.test(text)
  return blank.lastIndex
}

/** `index` is that of the opening quote. */
const skipString = (text: string, index: number): number => {
  let at = index + 1
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1
  return at + 1
}

const bare = /[^\s,\]}]*/y

const skipBare = (text: string, index: number): number => {
  bare.lastIndex = index
  bare.test(text)
  return bare.lastIndex
}

const skipNested = (text: string, index: number): number => {
  let depth = 0
  let at = index
  do {
    const character = text[at]
    if (character === '"') {
      at = skipString(text, at)
      continue
    }
    if (character === "{" || character === "[") depth++
    else if (character === "}" || character === "]") depth--
    at++
  } while (depth > 0)
  return at
}

const skipValue = (text: string, index: number): number => {
  const character = text[index]
  if (character === '"') return skipString(text, index)
  return character === "{" || character === "[" ? skipNested(text, index) : skipBare(text, index)
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The members of an object. Where a name comes twice, the last one counts, as when JSON is parsed. */
const members = (text: string, index: number): ReadonlyMap<string, Range> => {
  const found = new Map<string, Range>()
  let at = skipBlank(text, index + 1)
  while (text[at] !== "}") {
    const nameEnd = skipString(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = skipBlank(text, skipBlank(text, nameEnd) + 1)
    const end = skipValue(text, start)
    found.set(name, { start, end })
    at = skipBlank(text, end)
    if (text[at] === ",") at = skipBlank(text, at + 1)
  }
  return found
}

const elements = (text: string, index: number): ReadonlyArray<number> => {
  const starts: Array<number> = []
  let at = skipBlank(text, index + 1)
  while (text[at] !== "]") {
    starts.push(at)
    at = skipBlank(text, skipValue(text, at))
    if (text[at] === ",") at = skipBlank(text, at + 1)
  }
  return starts
}

/** One text per event of `{"events": [{"payload": …}]}`, in their order. */
export const payloadTexts = (body: string): ReadonlyArray<string> => {
  const events = members(body, skipBlank(body, 0)).get("events")
  if (events === undefined) return []
  return elements(body, events.start).map((start) => {
    const payload = members(body, start).get("payload")
    return payload === undefined ? "" : body.slice(payload.start, payload.end)
  })
}
