/** Where a campaign is in its life, in a colour that says how it goes. */
export const StatusBadge = ({ tone, word }: { readonly tone: string; readonly word: string }) => (
  <span class={`badge ${tone}`}>{word}</span>
)
