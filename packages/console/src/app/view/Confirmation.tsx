/** Asks before something that cannot be undone. */
import { signal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { texts } from "../texts/texts.ts"

interface Question {
  readonly title: string
  readonly text: string
  /** What the button says, such as `Delete`. */
  readonly action: string
  readonly answer: (isConfirmed: boolean) => void
}

const question = signal<Question | undefined>(undefined)

/** Whether the viewer wants it. */
export const confirmed = (asked: Omit<Question, "answer">): Promise<boolean> =>
  new Promise((resolve) => {
    question.value = {
      ...asked,
      answer: (isConfirmed) => {
        question.value = undefined
        resolve(isConfirmed)
      }
    }
  })

const ConfirmationDialog = ({ action, answer, text, title }: Question) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing gives the focus back to where it was.
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby="confirmation" onCancel={() => answer(false)}>
      <h2 id="confirmation">{title}</h2>
      <p>{text}</p>
      <div class="actions">
        <button type="button" onClick={() => answer(false)}>
          {texts.value.actions.cancel}
        </button>
        <button type="button" class="dangerous" onClick={() => answer(true)}>
          {action}
        </button>
      </div>
    </dialog>
  )
}

export const Confirmation = () =>
  question.value === undefined ? null : <ConfirmationDialog key={question.value} {...question.value} />
