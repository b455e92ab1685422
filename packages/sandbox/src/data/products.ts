/** What made-up sellers sell, and what made-up buyers say about it. */

interface Subject {
  readonly id: number
  readonly en: string
  readonly ru: string
  /** One of them. */
  readonly item: string
  /** What it belongs to in the catalogue. */
  readonly category: string
  readonly sizes: ReadonlyArray<string>
  /** Roubles of the cheapest and of the dearest one. */
  readonly price: readonly [least: number, most: number]
  /** The month in which most are sold, from 1, and how many times as many as on average. */
  readonly season: readonly [month: number, times: number]
}

const clothing = ["XS", "S", "M", "L", "XL", "XXL"]
const oneSize = ["0"]

export const subjects: ReadonlyArray<Subject> = [
  {
    id: 192,
    en: "T-shirts",
    ru: "Футболки",
    item: "T-shirt",
    category: "Одежда",
    sizes: clothing,
    price: [600, 2500],
    season: [6, 1.8]
  },
  {
    id: 11,
    en: "Jeans",
    ru: "Джинсы",
    item: "Jeans",
    category: "Одежда",
    sizes: ["26", "28", "30", "32", "34"],
    price: [1900, 6500],
    season: [9, 1.4]
  },
  {
    id: 105,
    en: "Trainers",
    ru: "Кроссовки",
    item: "Trainers",
    category: "Обувь",
    sizes: ["37", "38", "39", "40", "41", "42", "43"],
    price: [2400, 12_000],
    season: [4, 1.5]
  },
  {
    id: 69,
    en: "Dresses",
    ru: "Платья",
    item: "Dress",
    category: "Одежда",
    sizes: clothing,
    price: [1500, 8000],
    season: [5, 1.7]
  },
  {
    id: 50,
    en: "Backpacks",
    ru: "Рюкзаки",
    item: "Backpack",
    category: "Аксессуары",
    sizes: oneSize,
    price: [1200, 7000],
    season: [8, 2]
  },
  {
    id: 593,
    en: "Table lamps",
    ru: "Настольные лампы",
    item: "Table lamp",
    category: "Дом",
    sizes: oneSize,
    price: [900, 5500],
    season: [11, 1.5]
  },
  {
    id: 812,
    en: "Water bottles",
    ru: "Бутылки для воды",
    item: "Water bottle",
    category: "Спорт",
    sizes: oneSize,
    price: [400, 2200],
    season: [6, 1.6]
  },
  {
    id: 2290,
    en: "Bed linen",
    ru: "Постельное бельё",
    item: "Bed linen set",
    category: "Дом",
    sizes: ["1.5", "2", "Евро"],
    price: [1600, 9000],
    season: [12, 1.4]
  }
]

export const brands = ["Nordvik", "Лён и Ко", "Atelier 9", "Бережок", "Kestrel", "Marina Blau"]

export const colours = ["black", "white", "navy", "olive", "sand", "berry"]

export const cardErrors = [
  "The barcode is used by another card",
  "The brand needs a confirmation of its owner",
  "The title is longer than 60 characters",
  "The field «Состав» is required",
  "The photo is smaller than 700 × 900 pixels"
]

/** Texts by the number of stars that come with them. */
export const feedbackTexts: Readonly<Record<number, ReadonlyArray<string>>> = {
  1: ["Came apart after one wash", "Прислали не тот размер", "Not what the photo shows"],
  2: ["Thin fabric", "Пришло с опозданием, упаковка мятая"],
  3: ["Fine for the price", "Маломерит, берите на размер больше"],
  4: ["Good, the colour is a little darker", "Хорошее качество, но есть запах"],
  5: ["Fits well", "Отлично! Заказываю второй раз 👍", "Exactly as described, thank you", ""]
}

export const answers = [
  "Thank you for your feedback!",
  "Спасибо за отзыв! Будем рады видеть вас снова.",
  "We are sorry. Please send us a photo in the chat."
]
