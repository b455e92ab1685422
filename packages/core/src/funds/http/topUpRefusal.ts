/** What a top-up is refused with (contract, Create automatic campaign and Top up campaign budget). */
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
