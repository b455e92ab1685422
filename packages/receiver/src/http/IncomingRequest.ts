/** A request as any framework has it. */
export interface IncomingRequest {
  readonly method: string
  header(name: string): string | null | undefined
  /** The bytes as they came. There is no need to go on reading after `largest`. */
  readBody(largest: number): Promise<Uint8Array>
}

/** Puts together what arrives piece by piece. */
export const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.byteLength, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.byteLength
  }
  return whole
}
