/** The metrics of several processes as one text in the format of Prometheus. */
import { backlogGauges } from "@sellerkit/core/delivery"

export interface MetricsOf {
  /** The number of the process. */
  readonly process: number
  readonly text: string
}

/** The process that was asked says them for all, as it counted them last. */
const ofStorage: ReadonlySet<string> = new Set(backlogGauges)

interface Family {
  /** What is said of it, before its values. */
  readonly head: ReadonlyArray<string>
  readonly samples: ReadonlyArray<string>
}

const familiesOf = (text: string): Map<string, Family> => {
  const families = new Map<string, { readonly head: Array<string>; readonly samples: Array<string> }>()
  let current = { head: [] as Array<string>, samples: [] as Array<string> }
  for (const line of text.split("\n")) {
    const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1]
    if (name !== undefined) {
      current = families.get(name) ?? { head: [], samples: [] }
      families.set(name, current)
      current.head.push(line)
    } else if (line !== "") current.samples.push(line)
  }
  return families
}

/** `name{a="b"} 1` or `name 1`. */
const labelled = (sample: string, process: number): string =>
  sample.replace(/^(\w+)(\{)?/, (_, name: string, brace?: string) =>
    brace === undefined ? `${name}{process="${process}"}` : `${name}{process="${process}",`
  )

/** Each value has the process that it is of as a label, as if each had been scraped for itself. `own` is of the one that was asked. */
export const mergeMetrics = (own: MetricsOf, others: ReadonlyArray<MetricsOf>): string => {
  const all = [own, ...others]
    .toSorted((one, other) => one.process - other.process)
    .map((one) => ({ ...one, families: familiesOf(one.text) }))
  const names = new Set(all.flatMap(({ families }) => [...families.keys()]))
  const lines = [...names].flatMap((name) => {
    const having = all.flatMap(({ families, process }) => {
      const family = families.get(name)
      return family === undefined ? [] : [{ ...family, process }]
    })
    if (!ofStorage.has(name)) {
      const samples = having.flatMap(({ process, samples }) => samples.map((sample) => labelled(sample, process)))
      return [...having[0]!.head, ...samples]
    }
    return having.filter(({ process }) => process === own.process).flatMap(({ head, samples }) => [...head, ...samples])
  })
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`
}
