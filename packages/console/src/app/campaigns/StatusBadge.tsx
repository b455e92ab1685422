import { type Status, statusTones, statusWord } from "./words.ts"

export const StatusBadge = ({ status }: { readonly status: Status }) => (
  <span class={`badge ${statusTones[status]}`}>{statusWord(status)}</span>
)
