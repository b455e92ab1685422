/** How deep JSON is nested: parsers cope with any depth, what comes after them does not. */

// our choice: deeper nesting is an attack, not data.
export const deepestNesting = 64

/** Whether objects and arrays in a JSON text are nested deeper than `limit`; reads no further than needed to know. */
export const nestingExceeds = (json: string, limit: number = deepestNesting): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (inString) {
      if (code === backslash) index++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (code === openBrace || code === openBracket) {
      if (++depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
