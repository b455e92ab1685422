/** Metrics with labels. Each combination of values is a metric of its own, made once, so that updating one is cheap. */
import { Metric } from "effect"

/** A metric per combination of values, which come in the order of the labels. Every label has few values. */
export interface MetricFamily<Labels extends ReadonlyArray<string>, M> {
  (...values: { readonly [Index in keyof Labels]: string }): M
  /** As Prometheus writes it. */
  readonly id: string
  readonly labels: Labels
}

/** By the value of the first label, then of the second, and so on: values are looked up as they are, which is fast. */
type Branch<M> = Map<string, Branch<M> | M>

const family = <const Labels extends ReadonlyArray<string>, M>(
  id: string,
  labels: Labels,
  make: (attributes: Readonly<Record<string, string>>) => M
): MetricFamily<Labels, M> => {
  const made: Branch<M> = new Map()
  let unlabelled: M | undefined
  const add = (values: ReadonlyArray<string>): M => {
    const metric = make(Object.fromEntries(labels.map((label, index) => [label, values[index]!])))
    let branch = made
    for (const value of values.slice(0, -1)) {
      const next = branch.get(value) ?? new Map()
      branch.set(value, next)
      branch = next as Branch<M>
    }
    branch.set(values.at(-1)!, metric)
    return metric
  }
  const get = (...values: ReadonlyArray<string>): M => {
    if (values.length === 0) return (unlabelled ??= make({}))
    let found: Branch<M> | M | undefined = made
    for (const value of values) {
      found = (found as Branch<M>).get(value)
      if (found === undefined) return add(values)
    }
    return found as M
  }
  return Object.assign(get, { id, labels })
}

/** Only grows. Its name ends in `_total`. */
export const counter = <const Labels extends ReadonlyArray<string>>(
  id: string,
  description: string,
  ...labels: Labels
): MetricFamily<Labels, Metric.Counter<number>> =>
  family(id, labels, (attributes) => Metric.counter(id, { description, attributes, incremental: true }))

/** As it is now. */
export const gauge = <const Labels extends ReadonlyArray<string>>(
  id: string,
  description: string,
  ...labels: Labels
): MetricFamily<Labels, Metric.Gauge<number>> =>
  family(id, labels, (attributes) => Metric.gauge(id, { description, attributes }))

/** How often something took how long, by upper bounds in seconds. Its name ends in `_seconds`. */
export const histogram = <const Labels extends ReadonlyArray<string>>(
  id: string,
  description: string,
  boundaries: ReadonlyArray<number>,
  ...labels: Labels
): MetricFamily<Labels, Metric.Histogram<number>> =>
  family(id, labels, (attributes) => Metric.histogram(id, { description, attributes, boundaries }))
