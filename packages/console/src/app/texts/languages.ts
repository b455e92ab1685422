/** The languages of the console, each by its own name. */
export const languageNames = { en: "English", ru: "Русский" } as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as ReadonlyArray<Language>
