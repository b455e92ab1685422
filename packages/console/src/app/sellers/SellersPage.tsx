/** Where the operator chooses whose data to look at. */
import { useSignal } from "@preact/signals"
import type { Account } from "../api/Account.ts"
import { listSellers } from "../api/sellers.ts"
import { useResource } from "../data/useResource.ts"
import { addressOf, go, query } from "../routing/location.ts"
import { session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { Choice } from "../view/fields/Choice.tsx"
import { Empty } from "../view/states/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { ForwardPager } from "../view/Pager.tsx"
import { TextField } from "../view/fields/TextField.tsx"
import { recentSellers } from "./recentSellers.ts"
import { isSellerId } from "./sellers.ts"

const Accounts = ({ accounts }: { readonly accounts: ReadonlyArray<Account> }) => (
  <ul class="plain">
    {accounts.map(({ sandbox, sellerId }) => (
      <li key={`${sellerId} ${sandbox}`}>
        <a href={addressOf("webhooks", { sellerId }, sandbox ? { sandbox: true } : {})}>
          <code>{sellerId}</code>
        </a>
        {sandbox && <span class="faint"> {texts.value.sellers.sandbox}</span>}
      </li>
    ))}
  </ul>
)

const RecentSellers = () => {
  const t = texts.value.sellers
  const recent = recentSellers()
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{t.recent}</h2>
      <Accounts accounts={recent} />
    </section>
  )
}

const EverySeller = () => {
  const t = texts.value.sellers
  const next = query.value.get("next") ?? undefined
  const resource = useResource(next ?? "", (signal) => listSellers(next, signal))
  return (
    <section aria-labelledby="every">
      <h2 id="every">{t.every}</h2>
      <Loaded resource={resource}>
        {({ next: following, sellers }) => (
          <>
            {sellers.length === 0 ? (
              <Empty title={t.none}>
                <p>{t.noneYet}</p>
              </Empty>
            ) : (
              <Accounts accounts={sellers} />
            )}
            <ForwardPager next={following} />
          </>
        )}
      </Loaded>
    </section>
  )
}

export const SellersPage = () => {
  const t = texts.value.sellers
  const sellerId = useSignal("")
  const sandbox = useSignal(false)
  const isWrong = useSignal(false)
  const open = (): void => {
    const wanted = sellerId.peek().trim()
    isWrong.value = !isSellerId(wanted)
    if (isWrong.peek()) return
    go(addressOf("webhooks", { sellerId: wanted }, sandbox.peek() ? { sandbox: true } : {}))
  }
  return (
    <>
      <Heading title={t.title} />
      <form
        class="narrow"
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <TextField
          label={t.sellerId}
          hint={t.hint}
          value={sellerId}
          required
          problems={isWrong.value ? [t.isWrong] : []}
        />
        <Choice label={t.sandbox} value={sandbox} />
        <button type="submit" class="main">
          {t.open}
        </button>
      </form>
      <RecentSellers />
      {session.value?.features.everySeller === true && <EverySeller />}
    </>
  )
}
