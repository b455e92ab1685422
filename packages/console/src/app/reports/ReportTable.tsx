/** Rows as a table that grows while one scrolls, so that many of them are no more than few. */
import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { texts } from "../texts/texts.ts"
import { type Cells, textOf } from "./csv.ts"

// our choice: some screens.
const step = 100

interface Given {
  readonly title: string
  readonly rows: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
}

export const ReportTable = ({ columns, rows, title }: Given) => {
  const shown = useSignal(step)
  const end = useRef<HTMLParagraphElement>(null)
  const isMore = rows.length > shown.value
  useEffect(() => {
    const marker = end.current
    if (marker === null) return undefined
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) shown.value += step
    })
    watch.observe(marker)
    return () => watch.disconnect()
  }, [isMore, shown.value])
  return (
    <>
      <div class="scroll" role="region" aria-label={title} tabIndex={0}>
        <table class="wide">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown.value).map((text, index) => {
              const row = JSON.parse(text) as Cells
              return (
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column}>{textOf(row[column])}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {isMore && (
        <p ref={end} class="faint">
          {texts.value.reports.more(rows.length - shown.value)}
        </p>
      )}
    </>
  )
}
