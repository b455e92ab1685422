/** Why something failed, in the words of who knows it best: the server, or the operating system. */

const innermost = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return cause
  const inner = cause.cause instanceof AggregateError ? cause.cause.errors[0] : cause.cause
  return inner instanceof Error ? innermost(inner) : cause
}

/** An error that says so itself. */
export const explained = (cause: unknown): Error => {
  const found = innermost(cause)
  return new Error(found instanceof Error && found.message !== "" ? found.message : String(found), { cause })
}
