/** A time in the viewer's zone; the exact instant on hover, and for programs that read the page. */
import { computed } from "@preact/signals"
import { language } from "../../preferences/language.ts"

const format = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "medium" }))

export const Moment = ({ at }: { readonly at: string }) => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <span>{at}</span>
  return (
    <time dateTime={at} title={at}>
      {format.value.format(date)}
    </time>
  )
}
