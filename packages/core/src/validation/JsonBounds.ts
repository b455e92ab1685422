/** How much structure a JSON text may have: parsers cope with anything, the code after them does not. */
export interface JsonBounds {
  /** Objects and arrays within each other. */
  readonly levels: number
  /** Elements of arrays and fields of objects, at all levels together. */
  readonly values: number
}

// our choice: more is an attack, not data.
export const jsonBounds: JsonBounds = { levels: 64, values: 10_000 }

const countUpTo = (most: number, text: string, part: string): number => {
  let count = 0
  for (let index = text.indexOf(part); index !== -1 && count < most; index = text.indexOf(part, index + 1)) count++
  return count
}

/** A cheap check that most texts pass: few brackets cannot nest deeply, and a value takes at least one character. */
const isSmall = (json: string, { levels, values }: JsonBounds): boolean =>
  json.length <= values && countUpTo(levels + 1, json, "{") + countUpTo(levels + 1, json, "[") <= levels

/** What a JSON text has too much of; undefined when it has not. Reads no further than needed to know. */
export const excessIn = (json: string, bounds: JsonBounds = jsonBounds): string | undefined => {
  if (isSmall(json, bounds)) return undefined
  const { levels, values } = bounds
  let depth = 0
  let count = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (inString) {
      if (code === backslash) index++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (code === openBrace || code === openBracket) {
      if (++depth > levels) return `Expected at most ${levels} levels of nesting`
      // An opening bracket holds at least one value, or counts as one. Every comma brings another.
      if (++count > values) return `Expected at most ${values} values`
    } else if (code === closeBrace || code === closeBracket) depth--
    else if (code === comma && ++count > values) return `Expected at most ${values} values`
  }
  return undefined
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
