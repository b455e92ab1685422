/** Checks that handlers are for events that exist: an event with a misspelt handler would be accepted, and never handled. */
import { publishedNames } from "./PublishedEvents.ts"

/** How many characters have to be inserted, deleted or replaced to make one of the other (Levenshtein). */
const distance = (left: string, right: string): number => {
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [row, character] of [...left].entries()) {
    const line = [row + 1]
    for (let column = 0; column < right.length; column++) {
      const replaced = above[column]! + (character === right[column] ? 0 : 1)
      line.push(Math.min(replaced, above[column + 1]! + 1, line[column]! + 1))
    }
    above = line
  }
  return above[right.length]!
}

/** The name that was probably meant; undefined where more than half of its characters would have to change. */
const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ away, candidate }) => away <= candidate.length / 2)
    .toSorted((left, right) => left.away - right.away)
  return ranked[0]?.candidate
}

const problemOf = (name: string, known: ReadonlyArray<string>): string => {
  const meant = nearest(name, known)
  const advice = meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`
  return `on has a handler for ${name}, and there is no such event: ${advice}`
}

/** Throws where a handler in `on` is for an event that is neither published nor declared in `types`. */
export const checkNames = (on: object, types: object = {}): void => {
  const declared = Object.keys(types)
  for (const name of declared) {
    if (/^[^/]+\/[^/]+$/.test(name)) continue
    throw new Error(`types declares ${name}: an event's name is scope and type with a slash between them`)
  }
  const known = [...publishedNames, ...declared]
  const problems = Object.keys(on)
    .filter((name) => !known.includes(name))
    .map((name) => problemOf(name, known))
  if (problems.length === 0) return
  throw new Error([...problems, "Event types of your own are declared in types"].join("\n"))
}
