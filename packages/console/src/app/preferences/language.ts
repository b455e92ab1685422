/** In which language texts are shown: the viewer's choice, or that of the portal's link, or the browser's. */
import { computed, effect, signal } from "@preact/signals"
import { session } from "../session/session.ts"
import { type Language, languages } from "../texts/languages.ts"
import { kept, keep } from "./kept.ts"

const isLanguage = (text: string | undefined): text is Language => languages.some((language) => language === text)

const chosen = signal(kept("language"))

const browsers = (): Language => navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en"

export const language = computed<Language>(() => {
  if (isLanguage(chosen.value)) return chosen.value
  return session.value?.theme?.language ?? browsers()
})

export const chooseLanguage = (wanted: Language): void => {
  chosen.value = wanted
  keep("language", wanted)
}

/** Tells readers aloud how to pronounce the page. */
export const showLanguage = (): void => {
  effect(() => {
    document.documentElement.lang = language.value
  })
}
