/** Has the events of one delivery sent again. */
import { resendDelivery } from "../api/resends.ts"
import { useAction } from "../data/useAction.ts"
import { addressOf, go } from "../routing/location.ts"
import { mayChange } from "../session/session.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { FailureNotice } from "../view/states/FailureNotice.tsx"

export const ResendDelivery = ({ account, deliveryId }: AccountPageProps & { readonly deliveryId: string }) => {
  const t = texts.value.deliveries
  const { failure, isRunning, run } = useAction(async () => {
    const { id } = await resendDelivery(account, deliveryId)
    go(addressOf("resend", { sellerId: account.sellerId, id }, accountQuery(account)))
  })
  if (!mayChange.value) return null
  return (
    <>
      <button type="button" disabled={isRunning} aria-label={t.resendOf(deliveryId)} onClick={run}>
        {t.resend}
      </button>
      <FailureNotice failure={failure} />
    </>
  )
}
