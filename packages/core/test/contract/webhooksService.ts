/** What the Seller Webhooks Service document says about all of its features. */

export const webhooksService = {
  document: "Seller Webhooks Service",
  access: { tokenTypes: ["service", "base"], category: "any" }
} as const

/** How a history is read page by page. */
export const timePageQuery = {
  limit: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
  next: undefined,
  prev: undefined,
  from: undefined,
  to: undefined
} as const
