import { chooseLanguage, language } from "../preferences/language.ts"
import { languageNames, languages } from "../texts/languages.ts"
import { texts } from "../texts/texts.ts"

/** Each language is named in itself, for those who do not read the one that is shown. */
export const LanguageChoice = () => (
  <select
    aria-label={texts.value.shell.language}
    value={language.value}
    onChange={(event) => {
      const chosen = languages.find((known) => known === event.currentTarget.value)
      if (chosen !== undefined) chooseLanguage(chosen)
    }}
  >
    {languages.map((known) => (
      <option key={known} value={known} lang={known}>
        {languageNames[known]}
      </option>
    ))}
  </select>
)
