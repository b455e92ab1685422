/** Light or dark, and the colours of a portal's link. */
import { effect, signal } from "@preact/signals"
import { session, type Theme } from "../session/session.ts"
import { keep, kept } from "./kept.ts"

export const brightnesses = ["system", "light", "dark"] as const
export type Brightness = (typeof brightnesses)[number]

const brightnessOf = (text: string | undefined): Brightness =>
  brightnesses.find((brightness) => brightness === text) ?? "system"

export const brightness = signal(brightnessOf(kept("theme")))

export const chooseBrightness = (wanted: Brightness): void => {
  brightness.value = wanted
  keep("theme", wanted)
}

const colours = { accent: "--accent", background: "--background", text: "--text" } as const satisfies Partial<
  Record<keyof Theme, string>
>

/** The page's policy refuses styles in attributes. Those that a script sets one by one are none. */
export const showTheme = (): void => {
  const root = document.documentElement
  effect(() => {
    root.dataset["theme"] = brightness.value
  })
  effect(() => {
    const theme = session.value?.theme ?? {}
    for (const [name, property] of Object.entries(colours)) {
      const colour = theme[name as keyof typeof colours]
      if (colour === undefined) root.style.removeProperty(property)
      else root.style.setProperty(property, colour)
    }
  })
}
