/** The heading of a page: it names the tab, and gets the focus when the page is opened, so that readers aloud begin there. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"

interface Given {
  readonly title: string
  readonly children?: ComponentChildren
}

export const Heading = ({ children, title }: Given) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    document.title = `${title} – Sellerkit`
  }, [title])
  return (
    <header class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  )
}
