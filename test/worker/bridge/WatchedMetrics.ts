/** A registry of metrics that keeps what they were updated with. */
import type { Metric } from "effect"
import type { MetricUpdate } from "./Message.ts"

type Metadata = Metric.Metric.Metadata<any, any>

export class WatchedMetrics extends Map<string, Metadata> {
  readonly updates: Array<MetricUpdate> = []

  /** Whoever adds a metric goes on with its hooks, so that they are changed in place. */
  override set(key: string, metadata: Metadata): this {
    const { attributes, hooks, id } = metadata
    const { update } = hooks
    const watched: typeof update = (input, context) => {
      this.updates.push({ id, attributes: { ...(attributes as MetricUpdate["attributes"]) }, input })
      update(input, context)
    }
    Object.assign(hooks, { update: watched })
    return super.set(key, metadata)
  }
}
