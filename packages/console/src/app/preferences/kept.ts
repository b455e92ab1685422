/** What a viewer has chosen, kept in the browser. Inside a frame of another site a browser may refuse to keep anything. */

type Preference = "language" | "logo" | "sellers" | "theme"

const keyOf = (preference: Preference): string => `sellerkit.${preference}`

export const kept = (preference: Preference): string | undefined => {
  try {
    return window.localStorage.getItem(keyOf(preference)) ?? undefined
  } catch {
    return undefined
  }
}

export const keep = (preference: Preference, value: string): void => {
  try {
    window.localStorage.setItem(keyOf(preference), value)
  } catch {
    // Then the choice counts until the page is closed.
  }
}
