/** What the marketplace configures for campaigns: the published values, which an installation may replace. */
import { Context, Schema } from "effect"
import { PlainText } from "../validation/PlainText.ts"
import { Count, NumericId } from "../validation/WholeNumber.ts"

export const Configuration = Schema.Struct({
  /** Minimum bids of single categories. A campaign's category is its subject. */
  categories: Schema.Array(Schema.Struct({ id: NumericId, name: PlainText, cpm_min: Count })),
  config: Schema.Array(Schema.Struct({ description: PlainText, name: PlainText, value: PlainText }))
}).annotate({ identifier: "Configuration" })
export type Configuration = typeof Configuration.Type

/** Limits, Other constants: how many products a campaign may carry. A configuration may allow fewer. */
export const mostProducts = { automatic: 100, auction: 50 } as const

/** Contract, Configuration values, example. Descriptions are shown as they are published. */
const values = {
  /** In roubles. */
  budget_min: { description: "Минимальный бюджет кампании", value: 1000 },
  api_fullstat_day_depth: {
    description: "Максимальный период в днях, за который можно получить статистику",
    value: 31
  },
  cpm_min_booster: { description: "Минимальная ставка CPM для автоматической кампании", value: 100 },
  cpm_min_search_catalog: { description: "Минимальная ставка CPM для аукциона", value: 150 },
  max_nm_count: { description: "Максимальное количество товаров для аукциона", value: mostProducts.auction },
  max_auto_nms: {
    description: "Максимальное количество товаров для автоматической кампании",
    value: mostProducts.automatic
  }
} as const

export type ConfigurationName = keyof typeof values

export const publishedConfiguration: Configuration = {
  categories: [],
  config: Object.entries(values).map(([name, { description, value }]) => ({ description, name, value: String(value) }))
}

/** The values of an installation. */
export const CurrentConfiguration = Context.Reference<Configuration>(
  "@sellerkit/core/configuration/CurrentConfiguration",
  { defaultValue: () => publishedConfiguration }
)

// our choice: a billion at most, as much as moves at once. Bids and budgets are whole roubles, and the others are counts.
const wholeNumber = /^\d{1,9}$|^1000000000$/

// our choice: a campaign has a product at least.
const mostOf: Partial<Record<ConfigurationName, number>> = {
  max_nm_count: mostProducts.auction,
  max_auto_nms: mostProducts.automatic
}

const numberIn = (name: ConfigurationName, text: string): number | undefined => {
  const number = wholeNumber.test(text.trim()) ? Number(text) : undefined
  const most = mostOf[name]
  const isUsable = number !== undefined && (most === undefined || (number > 0 && number <= most))
  return isUsable ? number : undefined
}

const isConfigurationName = (name: string): name is ConfigurationName => Object.hasOwn(values, name)

interface UnusableEntry {
  /** From 0. */
  readonly place: number
  readonly expected: string
}

/** The entries that have to be numbers, and are none that can be used. */
export const unusableEntries = ({ config }: Configuration): ReadonlyArray<UnusableEntry> =>
  config.flatMap(({ name, value }, place) => {
    if (!isConfigurationName(name) || numberIn(name, value) !== undefined) return []
    const most = mostOf[name]
    return [
      {
        place,
        expected: most === undefined ? "a whole number of at most 1000000000" : `a whole number from 1 to ${most}`
      }
    ]
  })

/** A value as a number: the published one where the installation has none, or none that can be used. */
export const configured = ({ config }: Configuration, name: ConfigurationName): number => {
  const entry = config.find((one) => one.name === name)
  return (entry && numberIn(name, entry.value)) ?? values[name].value
}

/** The least bid for a subject, in roubles for a thousand displays. */
export const leastBid = (
  configuration: Configuration,
  name: "cpm_min_booster" | "cpm_min_search_catalog",
  subjectId: number | undefined
): number =>
  Math.max(configured(configuration, name), configuration.categories.find(({ id }) => id === subjectId)?.cpm_min ?? 0)
