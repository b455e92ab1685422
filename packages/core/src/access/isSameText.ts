/** Compares secrets. */
import { Mac } from "effect/crypto"

const utf8 = new TextEncoder()

/** Takes the same time however much is right, so that a secret cannot be guessed piece by piece. */
export const isSameText = (left: string, right: string): boolean =>
  Mac.timingSafeEqual(utf8.encode(left), utf8.encode(right))

/** The same for a secret that many texts are compared with: its bytes are made once, and those of the texts need no memory. */
export const makeIsSameText = (secret: string): ((text: string) => boolean) => {
  const expected = utf8.encode(secret)
  // Too large for the secret alone, so that the beginning of a longer text is not taken for all of it.
  const given = new Uint8Array(expected.length + 1)
  return (text) => {
    const { read, written } = utf8.encodeInto(text, given)
    return read === text.length && Mac.timingSafeEqual(given.subarray(0, written), expected)
  }
}
