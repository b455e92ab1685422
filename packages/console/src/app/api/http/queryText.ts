/** Parameters of a query. Those without a value, and empty ones, are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** With the question mark; empty where there are none. */
export const queryText = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === "" ? "" : `?${text}`
}
