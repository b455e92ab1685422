/** Stands where a list would be, and says what to do next. */
import type { ComponentChildren } from "preact"

interface Given {
  readonly title: string
  readonly children?: ComponentChildren
}

export const Empty = ({ children, title }: Given) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
)
