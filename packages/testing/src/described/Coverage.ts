/** Which of the statuses that a document declares were seen. */
import type { DescribedOperation } from "./DescribedOperation.ts"
import type { ShownElsewhere } from "./DescribedTarget.ts"

interface CoverageReport {
  readonly declared: number
  readonly reached: number
  /** Declared, not reached, and not shown elsewhere. */
  readonly missing: ReadonlyArray<string>
  /** Said to be shown elsewhere, though it was reached or is not declared. */
  readonly needless: ReadonlyArray<string>
}

export interface Coverage {
  reached(operation: DescribedOperation, status: number): void
  report(
    operations: ReadonlyArray<DescribedOperation>,
    elsewhere: Readonly<Record<string, ShownElsewhere>>
  ): CoverageReport
}

export const makeCoverage = (): Coverage => {
  const seen = new Set<string>()
  return {
    reached: ({ id }, status) => void seen.add(`${id} ${status}`),
    report: (operations, elsewhere) => {
      const declared = operations.flatMap(({ answers, id }) => [...answers.keys()].map((status) => `${id} ${status}`))
      return {
        declared: declared.length,
        reached: declared.filter((name) => seen.has(name)).length,
        missing: declared.filter((name) => !seen.has(name) && !Object.hasOwn(elsewhere, name)),
        needless: Object.keys(elsewhere).filter((name) => seen.has(name) || !declared.includes(name))
      }
    }
  }
}
