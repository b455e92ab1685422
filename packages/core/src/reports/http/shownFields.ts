/** Rows without the fields that only another report shows. */
import { RealizationRow, RecordedRealizationRow } from "../rows/RealizationRow.ts"
import { RecordedStockRow, StockRow } from "../rows/StockRow.ts"

type Struct = { readonly fields: Readonly<Record<string, unknown>> }

/**
 * A row without the fields that only another report shows. They are the last ones, and plain values: the text is cut, and not read
 * and written again. No text within JSON looks like the beginning of a field.
 */
const without = (recorded: Struct, shown: Struct) => {
  const names = Object.keys(recorded.fields).filter((name) => !(name in shown.fields))
  const last = new RegExp(String.raw`(?:,"(?:${names.join("|")})":(?:"(?:[^"\\]|\\.)*"|[^",{}]*))+\}$`)
  return (text: string): string => text.replace(last, "}")
}

export const oldStockText = without(RecordedStockRow, StockRow)
export const realizationText = without(RecordedRealizationRow, RealizationRow)
