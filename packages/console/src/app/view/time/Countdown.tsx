/** How long it takes until something is tried again. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { texts } from "../../texts/texts.ts"

export const Countdown = ({ until }: { readonly until: number }) => {
  const now = useSignal(Date.now())
  useEffect(() => {
    now.value = Date.now()
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.max(0, Math.ceil((until - now.value) / 1000))
  // Read aloud once, and not every second.
  return <span aria-live="off">{texts.value.failures.nextAttempt(seconds)}</span>
}
