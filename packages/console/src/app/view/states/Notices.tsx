/** Short messages that something has been done. */
import { signal } from "@preact/signals"

const notice = signal<string | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

// our choice: long enough to be read.
const shownFor = 6000

export const say = (text: string): void => {
  notice.value = text
  clearTimeout(timer)
  timer = setTimeout(() => {
    notice.value = undefined
  }, shownFor)
}

export const Notices = () => (
  <div class="notices" role="status">
    {notice.value !== undefined && <p>{notice.value}</p>}
  </div>
)
