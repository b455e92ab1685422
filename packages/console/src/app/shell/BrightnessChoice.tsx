import { brightness, brightnesses, chooseBrightness } from "../preferences/theme.ts"
import { texts } from "../texts/texts.ts"

export const BrightnessChoice = () => {
  const t = texts.value.shell
  return (
    <select
      aria-label={t.brightness}
      value={brightness.value}
      onChange={(event) => {
        const chosen = brightnesses.find((known) => known === event.currentTarget.value)
        if (chosen !== undefined) chooseBrightness(chosen)
      }}
    >
      {brightnesses.map((known) => (
        <option key={known} value={known}>
          {t.brightnesses[known]}
        </option>
      ))}
    </select>
  )
}
