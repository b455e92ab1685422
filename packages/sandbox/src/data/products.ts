/** What made-up sellers sell, and what made-up buyers say about it. */

interface Subject {
  readonly id: number
  readonly en: string
  readonly ru: string
  /** One of them. */
  readonly item: string
}

export const subjects: ReadonlyArray<Subject> = [
  { id: 192, en: "T-shirts", ru: "Футболки", item: "T-shirt" },
  { id: 11, en: "Jeans", ru: "Джинсы", item: "Jeans" },
  { id: 105, en: "Trainers", ru: "Кроссовки", item: "Trainers" },
  { id: 69, en: "Dresses", ru: "Платья", item: "Dress" },
  { id: 50, en: "Backpacks", ru: "Рюкзаки", item: "Backpack" },
  { id: 593, en: "Table lamps", ru: "Настольные лампы", item: "Table lamp" },
  { id: 812, en: "Water bottles", ru: "Бутылки для воды", item: "Water bottle" },
  { id: 2290, en: "Bed linen", ru: "Постельное бельё", item: "Bed linen set" }
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
