/** Leads from one page of a list to the next. The cursors are in the address. */
import { goWith } from "../routing/location.ts"
import { texts } from "../texts/texts.ts"

interface Given {
  /** Cursors as the service gives them: empty where there are no more records. */
  readonly next: string
  readonly prev: string
}

export const Pager = ({ next, prev }: Given) => {
  if (next === "" && prev === "") return null
  const t = texts.value.pager
  return (
    <nav class="actions" aria-label={t.name}>
      <button type="button" disabled={prev === ""} onClick={() => goWith({ prev, next: undefined })}>
        {t.newer}
      </button>
      <button type="button" disabled={next === ""} onClick={() => goWith({ next, prev: undefined })}>
        {t.older}
      </button>
    </nav>
  )
}

/** For lists that are read in one direction: the browser leads back. */
export const ForwardPager = ({ next }: Pick<Given, "next">) => {
  if (next === "") return null
  const t = texts.value.pager
  return (
    <nav class="actions" aria-label={t.name}>
      <button type="button" onClick={() => goWith({ next })}>
        {t.next}
      </button>
    </nav>
  )
}

/** As a cursor of the address. */
const cursor = (offset: number | undefined): string => (offset === undefined ? "" : String(offset))

/** For lists whose pages begin behind a number of records; undefined where there are no more. */
export const OffsetPager = ({ next, prev }: { readonly [Name in keyof Given]: number | undefined }) => (
  <Pager next={cursor(next)} prev={cursor(prev)} />
)
