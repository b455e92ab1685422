/**
 * What the operations on campaigns refuse, as it is published (contract, entries of the operations). Texts without a source are
 * marked: our choice.
 */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"

export const refusals = {
  advertId: [400, { ru: "Некорректный идентификатор РК", en: "Incorrect campaign identifier (RC ID)" }],
  removedId: [400, { ru: "Некорректный идентификатор кампании", en: "Invalid campaign identifier" }],
  /** The text of media campaigns (contract, Stop media campaign). */
  notFound: [400, { ru: "Кампания не найдена", en: "Campaign not found" }],
  status: [422, { ru: "Статус кампании не изменен", en: "Campaign status not changed" }],
  name: [400, { ru: "Некорректное название", en: "Incorrect name" }],
  nameNotChanged: [422, { ru: "Ошибка изменения названия кампании", en: "Error changing the campaign name" }],
  body: [422, { ru: "Ошибка обработки тела запроса", en: "Error processing request body" }],
  parameters: [422, { ru: "Ошибка обработки параметров запроса", en: "Error processing request parameters" }],
  type: [400, { ru: "Некорректное значение параметра type", en: "Incorrect value for parameter `type`" }],
  param: [400, { ru: "Некорректное значение параметра param", en: "Incorrect value for parameter `param`" }],
  cpm: [400, { ru: "Некорректное значение параметра cpm", en: "Incorrect value for parameter `cpm`" }],
  bid: [422, { ru: "Размер ставки не изменен", en: "Bid size not changed" }],
  nothingAsked: [
    400,
    {
      ru: "Для получения информации передайте или список кампаний, или набор фильтров",
      en: "To obtain information, provide either a list of campaigns or a set of filters"
    }
  ],
  campaignName: [400, { ru: "Некорректное название кампании", en: "Incorrect campaign name" }],
  subject: [400, { ru: "Некорректный ID предмета", en: "Incorrect subject ID" }],
  source: [400, { ru: "Некорректный тип списания", en: "Incorrect type of charge" }],
  products: [
    400,
    { ru: "Товары выбранной категории не в наличии", en: "Products of the chosen category are not in stock" }
  ],
  categories: [
    400,
    {
      ru: "Нет доступных категорий для рк. Создайте новую кампанию для попадания в текущие категории",
      en: "No categories are available for the campaign. Create a new campaign to get into the current categories"
    }
  ],
  /** Contract, Change nomenclatures of an automatic campaign. */
  campaign: [400, { ru: "кампания не найдена", en: "Not found" }],
  /** Contract, Automatic campaign clusters. */
  automaticOnly: [
    400,
    { ru: "доступно только для автоматических кампаний", en: "available for automatic campaigns only" }
  ],
  // our choice: the published refusals of the creation do not name its other fields.
  creation: [400, { ru: "Некорректное тело запроса", en: "Incorrect request body" }]
} as const satisfies Readonly<Record<string, PublishedRefusal>>
