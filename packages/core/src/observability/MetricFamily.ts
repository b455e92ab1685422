/** Metrics with labels. Each combination of values is a metric of its own, made once, so that updating one is cheap. */
import { Metric } from "effect"

/** A metric per combination of values, which come in the order of the labels. Every label has few values. */
export interface MetricFamily<Labels extends ReadonlyArray<string>, M> {
  (...values: { readonly [Index in keyof Labels]: string }): M
  /** As Prometheus writes it. */
  readonly id: string
  readonly labels: Labels
}

const family = <const Labels extends ReadonlyArray<string>, M>(
  id: string,
  labels: Labels,
  make: (attributes: Readonly<Record<string, string>>) => M
): MetricFamily<Labels, M> => {
  const made = new Map<string, M>()
  const get = (...values: ReadonlyArray<string>): M => {
    const key = values.length === 1 ? values[0]! : values.join("\n")
    const known = made.get(key)
    if (known !== undefined) return known
    const metric = make(Object.fromEntries(labels.map((label, index) => [label, values[index]!])))
    made.set(key, metric)
    return metric
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
