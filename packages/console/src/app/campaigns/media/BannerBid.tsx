/** What a thousand views of a banner cost, and a form that changes it. */
import { useSignal } from "@preact/signals"
import { changeBid } from "../../api/mediaCampaigns.ts"
import { useAction } from "../../data/useAction.ts"
import type { AccountPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { FailureNotice } from "../../view/states/FailureNotice.tsx"
import { say } from "../../view/states/Notices.tsx"
import { TextField } from "../../view/fields/TextField.tsx"

interface Given extends AccountPageProps {
  readonly advertId: number
  readonly bannerId: number
  readonly cpm: number
  readonly onChange: () => void
}

export const BannerBid = ({ account, advertId, bannerId, cpm, onChange }: Given) => {
  const t = texts.value.mediaCampaigns
  const wanted = useSignal(String(cpm))
  const { failure, isRunning, run } = useAction(async () => {
    await changeBid(account, advertId, bannerId, Number(wanted.peek()))
    say(texts.peek().mediaCampaigns.bidChanged)
    onChange()
  })
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <TextField label={t.bid} hint={t.bidHint} value={wanted} type="number" min={1} required />
      <FailureNotice failure={failure} />
      <button type="submit" disabled={isRunning}>
        {t.changeBid}
      </button>
    </form>
  )
}
