/** A simulated market, for sandboxes and tests: campaigns that run get displays, clicks and orders, and pay for them. */
export { type BuyerRegion, buyerRegions, type Warehouse, warehouses, warehouseTypes } from "./market/geography.ts"
export { type MarketOptions, MarketRefused, readMarketOptions } from "./market/MarketOptions.ts"
export { marketLayer } from "./market/marketLayer.ts"
export { Scenario } from "./market/scenario/Scenario.ts"
