/** Statistics reports as tables, which can be taken along as files. */
import { mayHaveMore, type ReportDays, type ReportName, reports } from "../api/reports.ts"
import { lastDays } from "../view/fields/lastDays.ts"
import { goWith, query } from "../routing/location.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Field } from "../view/fields/Field.tsx"
import { Heading } from "../view/Heading.tsx"
import { type Cells, csvOf } from "./csv.ts"
import { ReportTable } from "./ReportTable.tsx"
import { useReport } from "./useReport.ts"

const names = Object.keys(reports) as ReadonlyArray<ReportName>

const nameOf = (text: string | null): ReportName => names.find((name) => name === text) ?? "orders"

// our choice: a report may be asked for once in a minute, so it begins with what is usually wanted.
const usualDays = 30

const save = (name: string, type: string, contents: string): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([contents], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

interface DayProps {
  readonly label: string
  readonly name: "from" | "to"
  readonly value: string
}

const DayField = ({ label, name, value }: DayProps) => (
  <Field label={label}>
    {(attributes) => (
      <input
        {...attributes}
        type="date"
        value={value}
        onChange={(event) => goWith({ [name]: event.currentTarget.value })}
      />
    )}
  </Field>
)

const Filter = ({ days, name }: { readonly days: ReportDays; readonly name: ReportName }) => {
  const t = texts.value.reports
  return (
    <search class="filter">
      <Field label={t.report}>
        {(attributes) => (
          <select {...attributes} value={name} onChange={(event) => goWith({ report: event.currentTarget.value })}>
            {names.map((one) => (
              <option key={one} value={one}>
                {t.names[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {reports[name].of !== "now" && <DayField label={t.from} name="from" value={days.from} />}
      {reports[name].of === "period" && <DayField label={t.to} name="to" value={days.to} />}
    </search>
  )
}

interface FilesProps {
  /** Without its ending. */
  readonly file: string
  readonly rows: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
  readonly isComplete: boolean
}

const Files = ({ columns, file, isComplete, rows }: FilesProps) => {
  const t = texts.value.reports
  const asCsv = (): string =>
    csvOf(
      columns,
      rows.map((row) => JSON.parse(row) as Cells)
    )
  const asJson = (): string => `[${rows.join(",\n")}]\n`
  return (
    <div class="actions">
      <button type="button" disabled={!isComplete} onClick={() => save(`${file}.json`, "application/json", asJson())}>
        {t.saveAs("JSON")}
      </button>
      <button type="button" disabled={!isComplete} onClick={() => save(`${file}.csv`, "text/csv", asCsv())}>
        {t.saveAs("CSV")}
      </button>
    </div>
  )
}

export const ReportsPage = ({ account }: AccountPageProps) => {
  const t = texts.value.reports
  const usual = lastDays(Date.now(), usualDays)
  const name = nameOf(query.value.get("report"))
  const days = { from: query.value.get("from") || usual.begin, to: query.value.get("to") || usual.end }
  const { columns, failure, isComplete, nextAttemptAt, rows } = useReport(account, name, days)
  const isPart = isComplete && mayHaveMore(name, rows.length)
  return (
    <>
      <Heading title={t.title} />
      <Filter name={name} days={days} />
      <FailureNotice failure={failure} nextAttemptAt={nextAttemptAt} />
      {failure === undefined && (
        <p role="status" class="faint">
          {isComplete ? t.rows(rows.length) : t.arriving(rows.length)}
        </p>
      )}
      {isPart && <p role="alert">{reports[name].of === "now" ? t.mayHaveMore : `${t.mayHaveMore} ${t.askForLess}`}</p>}
      {isComplete && rows.length === 0 && <Empty title={t.none} />}
      {rows.length > 0 && (
        <>
          <Files
            file={`${name}-${days.from}${isPart ? "-part" : ""}`}
            rows={rows}
            columns={columns}
            isComplete={isComplete}
          />
          <ReportTable key={`${name} ${days.from} ${days.to}`} title={t.names[name]} rows={rows} columns={columns} />
        </>
      )}
    </>
  )
}
