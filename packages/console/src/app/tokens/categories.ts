/** The categories of a token, by their positions (core, `access/Category.ts`). Their names are those of the seller API. */
import type { Category } from "@sellerkit/core"

export const categories = {
  content: "Content",
  analytics: "Analytics",
  prices: "Prices and discounts",
  marketplace: "Marketplace",
  statistics: "Statistics",
  promotion: "Promotion",
  feedbacksAndQuestions: "Feedbacks and Questions",
  buyersChat: "Buyers chat",
  supplies: "Supplies",
  buyersReturns: "Buyers returns",
  documents: "Documents",
  finance: "Finance",
  users: "Users"
} as const satisfies Record<Category, string>
