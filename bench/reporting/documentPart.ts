/** Parts of a document that are written from a run. Markers stand around each. */

const markersOf = (name: string) => [`<!-- begin ${name} -->`, `<!-- end ${name} -->`] as const

const placeOf = (document: string, name: string): readonly [start: number, stop: number] => {
  const [begin, end] = markersOf(name)
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
  if (start < 0 || stop < start) throw new Error(`The document has no part ${name}`)
  return [start + begin.length, stop]
}

/** The text between the part's markers. */
export const partOf = (document: string, name: string): string => document.slice(...placeOf(document, name)).trim()

/** Puts the text between the part's markers. */
export const replacePart = (document: string, name: string, text: string): string => {
  const [start, stop] = placeOf(document, name)
  return `${document.slice(0, start)}\n\n${text}\n\n${document.slice(stop)}`
}
