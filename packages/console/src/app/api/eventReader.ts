/** Reads events out of a text that arrives in pieces. */

const dataIn = (event: string): string | undefined => {
  const lines = event.split("\n").filter((line) => line.startsWith("data: "))
  // A comment keeps the connection alive, and says nothing.
  return lines.length === 0 ? undefined : lines.map((line) => line.slice("data: ".length)).join("\n")
}

/** Gives the data of events that have come whole; what is not whole yet waits for the next piece. */
export const eventReader = (onData: (data: ReadonlyArray<string>) => void): ((more: string) => void) => {
  let text = ""
  return (more) => {
    const events = (text + more).split("\n\n")
    text = events.pop() ?? ""
    const data = events.map(dataIn).filter((one) => one !== undefined)
    if (data.length > 0) onData(data)
  }
}
