/**
 * A join whose right side is looked up for each row of the left. PostgreSQL takes a key's columns for independent of each
 * other, expects no record to have all of them, and may as well read everything that a seller has; behind `offset 0` it
 * looks for the whole key.
 */
export const eachOf = (lookUp: string, name: string): string => `cross join lateral (${lookUp} offset 0) ${name}`
