/** Where wares of the market lie, and where its buyers live: our choice. */

/** What reports call a warehouse of the marketplace (contract, Statistics rules). */
export const warehouseType = "Склад WB"

export const warehouses: ReadonlyArray<string> = [
  "Коледино",
  "Электросталь",
  "Казань",
  "Краснодар",
  "Екатеринбург",
  "Санкт-Петербург",
  "Новосибирск"
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
