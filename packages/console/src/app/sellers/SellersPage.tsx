/** Where the operator chooses whose data to look at. */
import { useSignal } from "@preact/signals"
import { addressOf, go } from "../routing/location.ts"
import { texts } from "../texts/texts.ts"
import { Field } from "../view/Field.tsx"
import { Heading } from "../view/Heading.tsx"
import { isSellerId } from "./sellers.ts"

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
        <Field label={t.sellerId} hint={t.hint} problems={isWrong.value ? [t.isWrong] : []}>
          {(attributes) => (
            <input
              {...attributes}
              value={sellerId.value}
              spellcheck={false}
              autocomplete="off"
              required
              onInput={(event) => {
                sellerId.value = event.currentTarget.value
              }}
            />
          )}
        </Field>
        <label class="choice">
          <input
            type="checkbox"
            checked={sandbox.value}
            onChange={(event) => {
              sandbox.value = event.currentTarget.checked
            }}
          />
          {t.sandbox}
        </label>
        <button type="submit" class="main">
          {t.open}
        </button>
      </form>
    </>
  )
}
