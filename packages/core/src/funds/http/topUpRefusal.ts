/** What a top-up is refused with (contract, Top up campaign budget and Create automatic campaign). */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"
import type { TopUpRefused } from "../topUps.ts"

const refusals: Readonly<Record<TopUpRefused["reason"], (minimum: number) => PublishedRefusal>> = {
  multiple: () => [
    400,
    { ru: "Сумма пополнения должна быть кратна 50 руб", en: "The top-up amount must be a multiple of 50 rubles" }
  ],
  minimum: (minimum) => [
    400,
    { ru: `Минимальная сумма пополнения ${minimum} рублей`, en: `The minimum top-up amount is ${minimum} rubles` }
  ],
  funds: () => [400, { ru: "недостаточно средств на счете", en: "not enough money in the account" }]
}

export const topUpRefusal = ({ minimum, reason }: Pick<TopUpRefused, "minimum" | "reason">): PublishedRefusal =>
  refusals[reason](minimum)

/** The same as a part of a creation, which has a text of its own. */
export const firstTopUpRefusal = (refused: Pick<TopUpRefused, "minimum" | "reason">): PublishedRefusal =>
  refused.reason === "multiple"
    ? [400, { ru: "Сумма пополнения должна быть кратна 50р", en: "The top-up amount must be a multiple of 50 rubles" }]
    : topUpRefusal(refused)
