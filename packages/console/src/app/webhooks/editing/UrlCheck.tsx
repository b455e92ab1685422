/** Asks the service whether a URL accepts notifications. */
import { useSignal } from "@preact/signals"
import type { Account } from "../../api/Account.ts"
import type { SellerAnswer } from "../../api/http/answers.ts"
import type { ServiceId } from "../../api/http/sellerRequest.ts"
import { checkUrl } from "../../api/webhooks.ts"
import { useAction } from "../../data/useAction.ts"
import { texts } from "../../texts/texts.ts"
import { FailureNotice } from "../../view/states/FailureNotice.tsx"

interface Given {
  readonly account: Account
  readonly serviceId: ServiceId
  readonly url: string
}

type Result = SellerAnswer<"webhooks", "checkUrl"> & { readonly url: string }

export const UrlCheck = ({ account, serviceId, url }: Given) => {
  const t = texts.value.webhooks
  const result = useSignal<Result | undefined>(undefined)
  const { failure, isRunning, run } = useAction(async () => {
    result.value = undefined
    result.value = { ...(await checkUrl(account, serviceId, url)), url }
  })
  // What is said of another URL says nothing of this one.
  const known = result.value?.url === url ? result.value : undefined
  return (
    <div>
      <button type="button" disabled={isRunning || url === ""} onClick={run}>
        {isRunning ? t.checking : t.checkUrl}
      </button>
      <div role="status">
        {known !== undefined && (
          <p class={known.success ? "good" : "problem"}>
            {known.success ? t.accepts : t.acceptsNot}
            {known.checkStatus !== undefined && ` ${t.answered(known.checkStatus)}`}
            {known.error !== undefined && ` ${known.error}`}
          </p>
        )}
      </div>
      <FailureNotice failure={failure} />
    </div>
  )
}
