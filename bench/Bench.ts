/** What every benchmark is given. */
import type { Settings } from "./Settings.ts"

export interface Bench {
  readonly settings: Settings
  /** For databases; on the disk that is measured, emptied afterwards. */
  readonly folder: string
  /** Shows that it goes on. */
  readonly progress: (line: string) => void
}
