/** What a cause says of itself, whatever was thrown. */

export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
