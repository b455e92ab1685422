/** Parts of `sellerkit.append`: lanes whose events the caller carries. */
import { eachOf } from "../../../connection/lists.ts"

/** A lane in which nothing waits and nothing has failed, and that nobody has leased or locked. */
const idleLane = (
  seller: string,
  sandbox: string,
  webhook: string
): string => `select l.ctid as lane from sellerkit.lane l
        where l.seller_id = ${seller} and l.sandbox = ${sandbox} and l.webhook_id = ${webhook}
          and l.enabled and l.deleted_at is null and l.ready_at is null and l.lease_until = 0 and l.wait_until <= now_at
          and l.failures = 0
          and not exists (
            select from sellerkit.pending p
            where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)
        for update skip locked`

/**
 * Nothing that an index holds changes. Where nobody settles what is carried, a claim takes it over. A lane that was locked may be
 * newer than the statement's snapshot: the update does not find that one, and its events wait.
 */
const leasing = "fence = l.fence + 1, lease_until = now_at + lease, has_retries = false"

const giveLeased = `select array_agg(l.webhook_id), array_agg(l.service_id), array_agg(l.url), array_agg(l.secret), array_agg(l.fence),
        array_agg(l.batch_size)
      into leased_webhooks, leased_services, leased_urls, leased_secrets, leased_fences, leased_sizes from leased l;`

/**
 * Leases lanes that get events and in which nothing waits, except lanes that another transaction has locked. What waits in a
 * lane is read before the lane is locked, so events that another transaction stores at this moment may be sent after these, as
 * if they had come later; their `wake` is left for the next claim. What a process left when it ended is taken over by a claim.
 */
export const leaseIdle = `if is_alone and cardinality(receivers) = 1 and enabled_ends[1] = 1 and most_lanes[1] > 0
      and receivers[1] <> all (held_webhooks) then
    with idle as materialized (
      ${idleLane("sellers[1]", "sandboxes[1]", "receivers[1]")}
    ), leased as (
      update sellerkit.lane l set ${leasing}
        from idle i, sellerkit.webhook h
        where l.ctid = i.lane and h.seller_id = sellers[1] and h.sandbox = sandboxes[1] and h.webhook_id = receivers[1]
        returning h.webhook_id, h.service_id, h.url, h.secret, l.fence, l.batch_size
    )
    ${giveLeased}
  elsif not receivers <@ held_webhooks then
    with idle as materialized (
      select w.webhook_id, h.service_id, h.url, h.secret, l.lane
      from (
        select g.*, row_number() over (partition by g.seller_id, g.sandbox order by g.webhook_id) as nth from (
          select sellers[r.audience] as seller_id, sandboxes[r.audience] as sandbox, r.webhook_id,
            max(most_lanes[r.audience]) as most
          from unnest(receivers, receiver_audiences) with ordinality as r (webhook_id, audience, nth)
          where most_lanes[r.audience] > 0 and r.nth <= enabled_ends[r.audience]
            and r.webhook_id <> all (held_webhooks)
          group by 1, 2, 3
        ) g
      ) w
      cross join lateral (${idleLane("w.seller_id", "w.sandbox", "w.webhook_id")}) l
      ${eachOf(
        `select h.service_id, h.url, h.secret from sellerkit.webhook h
        where h.seller_id = w.seller_id and h.sandbox = w.sandbox and h.webhook_id = w.webhook_id`,
        "h"
      )}
      where w.nth <= w.most
    ), leased as (
      update sellerkit.lane l set ${leasing}
        from idle i where l.ctid = i.lane
        returning i.webhook_id, i.service_id, i.url, i.secret, l.fence, l.batch_size
    )
    ${giveLeased}
  end if;
  if leased_webhooks is not null then
    carried_until := now_at + lease;
    carrying := leased_webhooks;
    carrying_fences := leased_fences;
  end if;`

/** Lanes that the caller holds take further events, where their lease counts and nothing waits but what the caller carries. */
export const joinHeld = `if cardinality(held_webhooks) > 0 then
    select array_agg(h.place), carrying || array_agg(h.webhook_id), carrying_fences || array_agg(h.fence),
        least(carried_until, min(l.lease_until))
      into held_places, carrying, carrying_fences, carried_until
      from (
        select distinct sellers[r.audience] as seller_id, sandboxes[r.audience] as sandbox, r.webhook_id
        from unnest(receivers, receiver_audiences) with ordinality as r (webhook_id, audience, nth)
        where r.nth <= enabled_ends[r.audience] and r.webhook_id = any (held_webhooks)
      ) w
      join unnest(held_webhooks, held_fences) with ordinality as h (webhook_id, fence, place) on h.webhook_id = w.webhook_id
      ${eachOf(
        `select l.lease_until from sellerkit.lane l
        where l.seller_id = w.seller_id and l.sandbox = w.sandbox and l.webhook_id = w.webhook_id and l.fence = h.fence
          and l.fence > l.recalled and l.lease_until > now_at and l.enabled and l.deleted_at is null
          and not exists (
            select from sellerkit.pending p
            where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)`,
        "l"
      )};
  end if;`
