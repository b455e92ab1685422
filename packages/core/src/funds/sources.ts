/**
 * Where money comes from (Promotion operations, Create automatic campaign, `btype`, and Top up campaign budget, `type`; contract,
 * Costs history). The table stands alone, so that a page in a browser loads nothing else with it.
 */
export const sources = {
  account: { type: 0, paymentType: "Счет" },
  balance: { type: 1, paymentType: "Баланс" },
  bonus: { type: 3, paymentType: "Бонусы" }
} as const
