/** Makes and revokes tokens of the seller API. */
import { useSignal } from "@preact/signals"
import { type MadeToken, revokeToken } from "../api/tokens.ts"
import { useAction } from "../data/useAction.ts"
import { session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { confirmed } from "../view/Confirmation.tsx"
import { CopyButton } from "../view/CopyButton.tsx"
import { Facts } from "../view/Facts.tsx"
import { problemsAt } from "../view/fields/Field.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Heading } from "../view/Heading.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { say } from "../view/states/Notices.tsx"
import { TextField } from "../view/fields/TextField.tsx"
import { TokenForm } from "./TokenForm.tsx"

const TokenOnce = ({ made }: { readonly made: MadeToken }) => {
  const t = texts.value.tokens
  return (
    <section class="notice" aria-labelledby="token">
      <h2 id="token">{t.made}</h2>
      <p>{t.once}</p>
      <p>
        <code class="secret">{made.token}</code>
      </p>
      <CopyButton text={() => made.token} />
      <Facts
        facts={[
          [t.id, <code>{made.tokenId}</code>],
          [t.expiresAt, <Moment at={made.expiresAt} />]
        ]}
      />
    </section>
  )
}

const RevokeForm = () => {
  const t = texts.value.tokens
  const id = useSignal("")
  const sellerId = useSignal("")
  // Where each seller has a place of its own, nothing else tells whose it is.
  const needsSeller = session.value?.features.everySeller === false
  const { failure, isRunning, run } = useAction(async () => {
    const t = texts.peek().tokens
    const tokenId = id.peek().trim()
    const ofSeller = needsSeller ? sellerId.peek().trim() : undefined
    if (!(await confirmed({ title: t.revoke, text: t.revokeAsk(tokenId, ofSeller), action: t.revoke }))) return
    await revokeToken(tokenId, ofSeller)
    id.value = ""
    say(t.revoked)
  })
  return (
    <form
      class="narrow"
      aria-labelledby="revoke"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <h2 id="revoke">{t.revoke}</h2>
      {needsSeller && (
        <TextField label={t.sellerId} value={sellerId} required problems={problemsAt(failure, "path.sellerId")} />
      )}
      <TextField label={t.id} hint={t.idHint} value={id} required />
      <FailureNotice failure={failure} />
      <button type="submit" class="dangerous" disabled={isRunning}>
        {t.revoke}
      </button>
    </form>
  )
}

export const TokensPage = () => {
  const made = useSignal<MadeToken | undefined>(undefined)
  return (
    <>
      <Heading title={texts.value.tokens.title} />
      {made.value !== undefined && <TokenOnce made={made.value} />}
      <TokenForm
        onMade={(token) => {
          made.value = token
        }}
      />
      <RevokeForm />
    </>
  )
}
