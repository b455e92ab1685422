/** What buyers look with. */
import type { StatisticsRow } from "../../statistics/StatisticsRow.ts"
import { between, type Draw } from "../hashedDraw.ts"

// our choice: of 100 hours that a product is displayed, so many are those of buyers with a browser, Android and iOS. One platform for
// each hour, so that an hour writes one row of a product.
const platforms = [
  { appType: 1, upTo: 25 },
  { appType: 32, upTo: 70 },
  { appType: 64, upTo: 100 }
] as const

/** Of a product in an hour. */
export const platformOf = (draw: Draw, product: number, hour: number): StatisticsRow["appType"] => {
  const drawn = between(0, 100, draw("platform", product, hour))
  return platforms.find(({ upTo }) => drawn < upTo)!.appType
}
