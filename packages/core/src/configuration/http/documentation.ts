/** What people read of the configuration values, in Markdown. Its source is Seller Statistics Reports, and the contract's example. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"

export const configurationDocumentation: FeatureDocumentation = {
  fields: {
    categories: ["Subjects whose bids have a minimum of their own."],
    "Configuration.categories.id": ["Id of the subject.", 760],
    "Configuration.categories.name": ["What it is called.", "Автомобильные товары"],
    cpm_min: ["The least bid for it, in roubles for a thousand displays.", 112],
    config: ["The values."],
    "Configuration.config.description": ["What it means.", "Минимальный бюджет кампании"],
    "Configuration.config.name": ["The name of the value, for programs.", "budget_min"],
    "Configuration.config.value": ["The value, as a text.", "1000"]
  },
  answers: { "configuration.get": "The values that hold for all campaigns now." }
}
