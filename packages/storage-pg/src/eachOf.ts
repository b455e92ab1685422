/**
 * A join whose right side is looked up for each row of the left. PostgreSQL assumes that a key's columns are independent of each
 * other. So it expects no record to have all of them, and may read everything that a seller has. Behind `offset 0` it looks for
 * the whole key.
 */
export const eachOf = (lookUp: string, name: string): string => `cross join lateral (${lookUp} offset 0) ${name}`
