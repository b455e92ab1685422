/** A part of an OpenAPI document as a framework or a schema generated it: known to be JSON, not in which shape. */
// oxlint-disable-next-line typescript/no-explicit-any -- what is read is checked by a linter of such documents
export type Description = Record<string, any>

/** Changes each part of a description. */
export const mapParts = (description: Description, change: (part: Description, name: string) => unknown): Description =>
  Object.fromEntries(Object.entries(description).map(([name, part]) => [name, change(part, name)]))
