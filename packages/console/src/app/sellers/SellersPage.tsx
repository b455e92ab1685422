/** Where the operator chooses whose data to look at. */
import { useSignal } from "@preact/signals"
import { addressOf, go } from "../routing/location.ts"
import { texts } from "../texts/texts.ts"
import { Choice } from "../view/Choice.tsx"
import { Heading } from "../view/Heading.tsx"
import { TextField } from "../view/TextField.tsx"
import { recentSellers } from "./recentSellers.ts"
import { isSellerId } from "./sellers.ts"

const RecentSellers = () => {
  const t = texts.value.sellers
  const recent = recentSellers()
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{t.recent}</h2>
      <ul class="plain">
        {recent.map(({ sandbox, sellerId }) => (
          <li key={`${sellerId} ${sandbox}`}>
            <a href={addressOf("webhooks", { sellerId }, sandbox ? { sandbox: true } : {})}>
              <code>{sellerId}</code>
            </a>
            {sandbox && <span class="faint"> {t.sandbox}</span>}
          </li>
        ))}
      </ul>
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
    </>
  )
}
