/** Puts a text into the clipboard. */
import { texts } from "../texts/texts.ts"
import { say } from "./states/Notices.tsx"

interface Given {
  readonly text: () => string
  readonly label?: string
}

export const CopyButton = ({ label, text }: Given) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      say(texts.value.copied)
    } catch {
      say(texts.value.copyRefused)
    }
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {label ?? texts.value.actions.copy}
    </button>
  )
}
