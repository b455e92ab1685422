/** Why a request is answered with something else than 200, before any of its events is looked at. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  readonly status: 400 | 401 | 405 | 413 | 500

  constructor(status: Refusal["status"], message: string) {
    super(message)
    this.status = status
  }
}

export const bodyTooLarge = (largest: number): Refusal =>
  new Refusal(413, `The body is larger than ${largest} bytes, which is the most that this receiver takes`)

/** A mistake in the receiving program; `remedy` says how to mend it there. */
export const bodyAlreadyRead = (remedy: string): Refusal =>
  new Refusal(
    500,
    `Something has read the body before the receiver, and its signature is over the bytes as they came: ${remedy}`
  )
