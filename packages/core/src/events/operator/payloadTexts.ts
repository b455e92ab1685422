/**
 * The payloads of a publication as the text in which they came, so that what is stored and sent is what was published:
 * parsing and writing JSON again would change how numbers are written, and lose digits of large ones.
 */

// Expects JSON that has been parsed before: what it skips is known to be well-formed. Every function takes where something begins,
// and gives where it ends.

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const skipBlank = (text: string, index: number): number => {
  let at = index
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

const backslash = 0x5c

/** Whether an odd number of backslashes stands before it. */
const isEscaped = (text: string, index: number): boolean => {
  let first = index
  while (text.charCodeAt(first - 1) === backslash) first--
  return (index - first) % 2 === 1
}

/** `index` is that of the opening quote. */
const skipString = (text: string, index: number): number => {
  let quote = text.indexOf('"', index + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote + 1
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

const skipComma = (text: string, index: number): number => {
  const at = skipBlank(text, index)
  return text[at] === "," ? skipBlank(text, at + 1) : at
}

const nameIn = (text: string, start: number, end: number): string => {
  const name = text.slice(start + 1, end - 1)
  return name.includes("\\") ? (JSON.parse(text.slice(start, end)) as string) : name
}

/** `skipMember` skips the value of a member. */
const skipMembers = (text: string, index: number, skipMember: (name: string, start: number) => number): number => {
  let at = skipBlank(text, index + 1)
  while (text[at] !== "}") {
    const nameEnd = skipString(text, at)
    const start = skipBlank(text, skipBlank(text, nameEnd) + 1)
    at = skipComma(text, skipMember(nameIn(text, at, nameEnd), start))
  }
  return at + 1
}

const skipElements = (text: string, index: number, skipElement: (start: number) => number): number => {
  let at = skipBlank(text, index + 1)
  while (text[at] !== "]") at = skipComma(text, skipElement(at))
  return at + 1
}

/**
 * One text per event of `{"events": [{"payload": …}]}`, in their order. Where a name comes twice, the last one counts, as when JSON
 * is parsed: what comes before it can be anything.
 */
export const payloadTexts = (body: string): ReadonlyArray<string> => {
  let texts: Array<string> = []

  const skipEvent = (index: number): number => {
    let payload = ""
    const skipMember = (name: string, start: number): number => {
      const end = skipValue(body, start)
      if (name === "payload") payload = body.slice(start, end)
      return end
    }
    const end = body[index] === "{" ? skipMembers(body, index, skipMember) : skipValue(body, index)
    texts.push(payload)
    return end
  }

  skipMembers(body, skipBlank(body, 0), (name, start) => {
    if (name !== "events" || body[start] !== "[") return skipValue(body, start)
    texts = []
    return skipElements(body, start, skipEvent)
  })
  return texts
}
