/** Which encoding a text is in: it is seen by its first bytes. */
import type { Encoding } from "../../flags/fileWords.ts"

/** Letters that only UTF-8 has written, and bytes that it has not. The last character may be cut off. */
const decodedAsUtf8 = (bytes: Uint8Array) => {
  const beyondAscii = new TextDecoder().decode(bytes, { stream: true }).match(/[^\0-\x7F]/gu) ?? []
  const broken = beyondAscii.filter((character) => character === "\uFFFD").length
  return { letters: beyondAscii.length - broken, broken }
}

/** One broken character does not make UTF-8 another encoding. */
const encodingOf = (start: Uint8Array): Encoding => {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  const { broken, letters } = decodedAsUtf8(start)
  return broken > letters ? "windows-1251" : "utf-8"
}

/** Decodes bytes that come in pieces, by the given encoding or by that of the first piece. */
export class TextDecoding {
  #decoder: TextDecoder | undefined
  readonly #given: Encoding | undefined

  constructor(given: Encoding | undefined) {
    this.#given = given
  }

  decode(piece: Uint8Array): string {
    this.#decoder ??= new TextDecoder(this.#given ?? encodingOf(piece))
    return this.#decoder.decode(piece, { stream: true })
  }

  /** What a character that is cut off becomes. */
  end(): string {
    return this.#decoder?.decode() ?? ""
  }
}
