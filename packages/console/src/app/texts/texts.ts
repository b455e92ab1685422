/** The texts of the page in the viewer's language. */
import { computed } from "@preact/signals"
import { language } from "../preferences/language.ts"
import { english } from "./english.ts"
import type { Language } from "./languages.ts"
import { russian } from "./russian.ts"
import type { Texts } from "./TextTable.ts"

const tables: Readonly<Record<Language, Texts>> = { en: english, ru: russian }

export const texts = computed(() => tables[language.value])
