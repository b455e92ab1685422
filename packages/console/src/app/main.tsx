/** The console in the browser. */
import { render } from "preact"
import { App } from "./App.tsx"
import { showLanguage } from "./preferences/language.ts"
import { showTheme } from "./preferences/theme.ts"
import { followLinks } from "./routing/location.ts"

showLanguage()
showTheme()
followLinks()
render(<App />, document.getElementById("app")!)
