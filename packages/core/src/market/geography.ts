/** Where made-up sellers' wares lie, and where their buyers live: our choice. */

export interface Warehouse {
  readonly id: number
  readonly name: string
  readonly region: string
}

/** What the reports call a marketplace's own warehouse, and a seller's (contract, Statistics rules). */
export const warehouseTypes = { marketplace: "Склад WB", seller: "Склад продавца" } as const

export const warehouses: ReadonlyArray<Warehouse> = [
  { id: 507, name: "Коледино", region: "Центральный" },
  { id: 120_762, name: "Электросталь", region: "Центральный" },
  { id: 117_986, name: "Казань", region: "Приволжский" },
  { id: 130_744, name: "Краснодар", region: "Южный" },
  { id: 1733, name: "Екатеринбург", region: "Уральский" },
  { id: 2737, name: "Санкт-Петербург", region: "Северо-Западный" },
  { id: 686, name: "Новосибирск", region: "Сибирский" }
]

export interface BuyerRegion {
  readonly country: string
  readonly district: string
  readonly region: string
  /** How many of a hundred buyers live there. */
  readonly share: number
  /** Days that a delivery takes at least. */
  readonly distance: number
}

const russia = "Россия"

export const buyerRegions: ReadonlyArray<BuyerRegion> = [
  { country: russia, district: "Центральный федеральный округ", region: "Москва", share: 20, distance: 1 },
  { country: russia, district: "Центральный федеральный округ", region: "Московская область", share: 14, distance: 1 },
  { country: russia, district: "Северо-Западный федеральный округ", region: "Санкт-Петербург", share: 10, distance: 1 },
  { country: russia, district: "Приволжский федеральный округ", region: "Республика Татарстан", share: 8, distance: 2 },
  { country: russia, district: "Приволжский федеральный округ", region: "Самарская область", share: 8, distance: 2 },
  { country: russia, district: "Южный федеральный округ", region: "Краснодарский край", share: 9, distance: 2 },
  { country: russia, district: "Уральский федеральный округ", region: "Свердловская область", share: 8, distance: 3 },
  { country: russia, district: "Сибирский федеральный округ", region: "Новосибирская область", share: 7, distance: 4 },
  { country: russia, district: "Дальневосточный федеральный округ", region: "Приморский край", share: 5, distance: 8 },
  { country: "Беларусь", district: "", region: "Минская область", share: 6, distance: 3 },
  { country: "Казахстан", district: "", region: "Алматы", share: 5, distance: 5 }
]
