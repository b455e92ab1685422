/** Whether the terminal shows characters beyond ASCII: it says so with its locale. */
import { Config, Effect } from "effect"

/** The first that is set counts (POSIX, Internationalization Variables). */
const variables = ["LC_ALL", "LC_CTYPE", "LANG"]

const isUtf8 = (locale: string): boolean => /utf-?8/i.test(locale)

/** Windows has no such variables, and its terminals show everything. */
export const hasUnicode = Effect.map(
  Effect.forEach(variables, (name) => Effect.orElseSucceed(Config.String(name), () => "")),
  (locales) => {
    const locale = locales.find((text) => text !== "")
    return locale === undefined ? process.platform === "win32" : isUtf8(locale)
  }
)
