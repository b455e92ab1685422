/** As one word of a shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
