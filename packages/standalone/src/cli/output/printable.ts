/** Text from elsewhere, for a terminal: terminals obey some characters, and show others so that they deceive. */

// Control characters and broken Unicode; line and paragraph separators; what turns the direction of text round.
const obeyed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Each such character becomes a replacement character (U+FFFD). */
export const printable = (text: string): string => text.replaceAll(obeyed, "\uFFFD")
