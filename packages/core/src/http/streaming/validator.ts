/** Whether a caller already has an answer: the validator of the answer, and those that the caller knows (RFC 9110, 13.1.2). */

/** Weak: encodings of the same rows are the same answer. */
export const entityTag = (validator: string): string => `W/"${validator}"`

const listed = /(?:^|,)\s*(?:W\/)?"([^"]*)"/g

/** Compared weakly. `*` stands for whatever the answer is. */
export const isAmong = (ifNoneMatch: string | undefined, validator: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === "*") return true
  for (const [, known] of ifNoneMatch.matchAll(listed)) if (known === validator) return true
  return false
}
