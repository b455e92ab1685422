/** A secret, which the service tells only once. */
import { texts } from "../texts/texts.ts"
import { CopyButton } from "../view/CopyButton.tsx"

interface Given {
  readonly secret: string
  readonly onDone: () => void
}

export const SecretOnce = ({ onDone, secret }: Given) => {
  const t = texts.value.webhooks
  return (
    <section class="notice" aria-labelledby="secret">
      <h2 id="secret">{t.secret}</h2>
      <p>{t.secretOnce}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <div class="actions">
        <CopyButton text={() => secret} />
        <button type="button" onClick={onDone}>
          {t.secretKept}
        </button>
      </div>
    </section>
  )
}
