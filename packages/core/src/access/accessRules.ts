/**
 * Who may call what, as the documents say it. Operations take their access from here. Rows without an operation are about
 * operations that are not served here.
 */
import { type Access, TokenType } from "./Access.ts"

const { literals: allTypes } = TokenType

/** Operations on campaigns that change nothing (Authentication, 6; contract, Authentication, x-category). */
const promotionReads = { tokenTypes: allTypes, category: "promotion" } as const

// Rules are those of Seller Statistics Reports, Authentication, where no other document is named.
const rules = {
  /** A token of any access level, read-only ones too (Seller Webhooks Service, Authentication, 1). */
  webhooks: { tokenTypes: ["service", "base"], category: "any" },
  promotionReads,
  /** Those that change something (contract, Authentication, bit 30). */
  promotionChanges: { ...promotionReads, refusesReadOnly: true },
  /** Supplies, old stocks, orders, sales, and the old realization detail (contract, Authentication, needed category). */
  statisticsReports: { tokenTypes: allTypes, category: "statistics" },
  /** The current stocks (3). */
  currentStocks: { tokenTypes: ["personal", "service"], category: "analytics" },
  /** The new realization detail, and the new finance methods (2). */
  finance: { tokenTypes: ["personal", "service"], category: "finance" },
  /** Users of a seller (4). That the token is of the active owner of the seller's account is not for a token to say. */
  sellerUsers: { tokenTypes: ["personal"], category: "users" },
  /** Information about subscriptions (5). */
  subscriptions: { tokenTypes: ["service"], category: "any" },
  /** The rating of a seller (5). */
  sellerRating: { tokenTypes: ["service"], category: "feedbacksAndQuestions" },
  /** Content cards, which the Promotion token opens as well, for information about products (6). */
  contentCards: { tokenTypes: allTypes, category: "content", otherCategory: "promotion" },
  /** Whether a token is any good (contract, Authentication, ping). our choice: any token may ask. */
  connection: { tokenTypes: allTypes, category: "any" }
} as const satisfies Readonly<Record<string, Access>>

export type AccessRuleName = keyof typeof rules

export const accessRules: Readonly<Record<AccessRuleName, Access>> = rules
