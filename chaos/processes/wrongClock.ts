/** Loaded into a process before its program: its clock is wrong by `CHAOS_CLOCK_ERROR` milliseconds. */

const error = Number(process.env["CHAOS_CLOCK_ERROR"])
const RightDate = globalThis.Date

class WrongDate extends RightDate {
  constructor(...given: ReadonlyArray<never>) {
    if (given.length === 0) super(WrongDate.now())
    else super(...(given as unknown as [number]))
  }
  static override now(): number {
    return RightDate.now() + error
  }
}

globalThis.Date = WrongDate as DateConstructor
