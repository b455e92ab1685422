/** What people type into their shell to run this program. */

// Sources run in this project's repository only; the package that npm installs holds them compiled.
export const sellerkit = import.meta.filename.endsWith(".ts") ? "npm run -s sellerkit --" : "npx sellerkit"

/** The text as one word of a shell, whatever is in it. */
export const quoted = (text: string): string =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
