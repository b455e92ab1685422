/** The webhooks of all sellers: where the operator finds those that need help. */
import { listEveryWebhook } from "../../api/webhooks.ts"
import { useResource } from "../../data/useResource.ts"
import { query } from "../../routing/location.ts"
import { texts } from "../../texts/texts.ts"
import { Empty } from "../../view/states/Empty.tsx"
import { Heading } from "../../view/Heading.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { ForwardPager } from "../../view/Pager.tsx"
import { wantedWebhooks, WebhookSelection } from "./WebhookSelection.tsx"
import { WebhookTable } from "./WebhookTable.tsx"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 10_000

export const EveryWebhookPage = () => {
  const t = texts.value.webhooks
  const { search, state } = wantedWebhooks()
  const wanted = { search: search.trim() || undefined, state, next: query.value.get("next") ?? undefined }
  const resource = useResource(JSON.stringify(wanted), (signal) => listEveryWebhook(wanted, signal), {
    every: () => refreshed
  })
  const isNarrowed = wanted.search !== undefined || state !== undefined
  return (
    <>
      <Heading title={t.everywhere} />
      <WebhookSelection asTyped={false} />
      <Loaded resource={resource}>
        {({ next, webhooks }) => (
          <>
            {webhooks.length === 0 ? (
              <Empty title={isNarrowed || wanted.next !== undefined ? t.noneSelected : t.none}>
                {next !== "" && <p>{t.noneSoFar}</p>}
              </Empty>
            ) : (
              <WebhookTable
                ofSeveral
                rows={webhooks.map(({ sandbox, sellerId, ...webhook }) => ({
                  account: { sandbox, sellerId },
                  webhook
                }))}
              />
            )}
            <ForwardPager next={next} />
          </>
        )}
      </Loaded>
    </>
  )
}
