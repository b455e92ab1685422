/** What an event says: as a tree, and as the bytes that are sent. */
import { texts } from "../texts/texts.ts"
import { CopyButton } from "../view/CopyButton.tsx"
import { type Json, writeJson } from "./json.ts"
import { PayloadTree } from "./PayloadTree.tsx"

export const Payload = ({ payload }: { readonly payload: Json }) => {
  const t = texts.value.events
  const written = writeJson(payload)
  return (
    <section aria-labelledby="payload">
      <h2 id="payload">{t.payload}</h2>
      <PayloadTree value={payload} />
      <details>
        <summary>{t.raw(new TextEncoder().encode(written).length)}</summary>
        <pre tabIndex={0}>{written}</pre>
      </details>
      <CopyButton text={() => written} />
    </section>
  )
}
