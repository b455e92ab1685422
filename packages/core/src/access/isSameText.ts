/** Compares secrets. */
import { Mac } from "effect/crypto"

const utf8 = new TextEncoder()

/** Takes the same time however much is right, so that a secret cannot be guessed piece by piece. */
export const isSameText = (left: string, right: string): boolean =>
  Mac.timingSafeEqual(utf8.encode(left), utf8.encode(right))
