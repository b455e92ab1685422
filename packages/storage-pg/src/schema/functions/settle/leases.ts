/** Parts of `sellerkit.settle`: the lanes of the outcomes, and which of their leases count. */
import { notify } from "../../../connection/WorkNotifications.ts"
import { hasTest } from "../lanes.ts"

/** Locks the lanes, and renews leases that go on. */
export const lockLanes = `select array_agg(l.place), array_agg(l.lane), array_agg(l.counts), array_agg(l.in_time), array_agg(l.anew), array_agg(l.kept),
      array_agg(l.announced_for), coalesce(bool_or(l.over), false)
    into there, there_lanes, there_counts, there_in_time, there_anew, there_kept, there_announced, over
    from (
      select o.place, l.lane, l.fence = o.fence as counts, l.fence = o.fence and l.lease_until > now_at as in_time,
        o.fence <= l.forgiven as anew, o.keeps and l.fence = o.fence and o.fence > l.recalled and l.lease_until > now_at as kept,
        now_at - l.announced_at as announced_for, l.fence <> o.fence or l.lease_until = 0 as over
      from (
        select * from unnest(sellers, sandboxes, webhooks, fences, keeps) with ordinality
          as o (seller_id, sandbox, webhook_id, fence, keeps, place)
        order by o.seller_id, o.sandbox, o.webhook_id
      ) o
      cross join lateral (
        select l.ctid as lane, l.fence, l.forgiven, l.recalled, l.lease_until, l.announced_at from sellerkit.lane l
        where l.seller_id = o.seller_id and l.sandbox = o.sandbox and l.webhook_id = o.webhook_id for update
      ) l
      order by o.place offset 0
    ) l;
  if cardinality(there) = count then
    lanes := there_lanes;
    counts := there_counts;
    in_time := there_in_time;
    anew := there_anew;
    kept := there_kept;
    told_for := there_announced;
  else
    counts := array_fill(false, array[count]);
    in_time := counts;
    anew := counts;
    kept := counts;
    lanes := array_fill(null::tid, array[count]);
    told_for := array_fill(null::bigint, array[count]);
    for turn in 1 .. coalesce(cardinality(there), 0) loop
      lanes[there[turn]] := there_lanes[turn];
      counts[there[turn]] := there_counts[turn];
      in_time[there[turn]] := there_in_time[turn];
      anew[there[turn]] := there_anew[turn];
      kept[there[turn]] := there_kept[turn];
      told_for[there[turn]] := there_announced[turn];
    end loop;
  end if;
  if renewals is not null then
    update sellerkit.lane l set lease_until = now_at + r.renewal,
        ready_at = case when l.ready_at is not null then now_at + r.renewal end
      from unnest(lanes, kept, renewals) as r (lane, kept, renewal)
      where r.kept and r.renewal is not null and l.ctid = r.lane;
  end if;`

/** Gives back lanes that do not stay leased. */
export const releaseLanes = `-- One that comes too late leaves its lane alone, and what was published for it meanwhile.
  select array_agg(o.place) into released
    from unnest(counts, kept) with ordinality as o (counts, kept, place) where o.counts and not o.kept;
  if released is not null then
    -- Most of the time there are none, and a row that comes now is for a claim.
    if exists (select from sellerkit.wake) then
      perform sellerkit.take_wakes(
        array(select sellers[p] from unnest(released) p), array(select sandboxes[p] from unnest(released) p),
        array(select webhooks[p] from unnest(released) p));
    end if;
    with changed as (
      update sellerkit.lane l set
          failures = case when o.anew then l.failures else o.failures end,
          failing_since = case when o.anew then l.failing_since when o.success then null
            else coalesce(l.failing_since, now_at) end,
          announced_at = case when o.anew then l.announced_at when o.announced then coalesce(l.announced_at, now_at) end,
          batch_size = case when o.anew then l.batch_size else o.size end,
          -- Without a wait no time is kept, so that a clock that is set back stops nothing.
          wait_until = case when o.anew then l.wait_until when o.wait = 0 then 0 else now_at + o.wait end,
          lease_until = 0,
          ready_at = case when exists (
              select from sellerkit.pending p
              where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)
            then case
              when l.deleted_at is not null then now_at
              when l.enabled then case
                when o.anew or o.wait = 0 then now_at when ${hasTest} then now_at else now_at + o.wait end
              else l.held_until end end,
          has_retries = l.has_retries or o.anew or o.retries,
          last_success_at = case when o.success and not o.anew then now_at else l.last_success_at end
        from unnest(lanes, successes, settle.failures, announced, sizes, waits, retries, counts, anew, kept) with ordinality
          as o (lane, success, failures, announced, size, wait, retries, counts, anew, kept, place)
        where o.counts and not o.kept and l.ctid = o.lane
        returning o.place, o.anew, now_at - l.announced_at as announced_for, l.ready_at
    )
    select array_agg(c.place) filter (where not c.anew), array_agg(c.announced_for) filter (where not c.anew),
        array_agg(false) filter (where not c.anew), bool_or(c.ready_at is not null), bool_or(c.ready_at <= now_at)
      into places, announced_for, leased, wakes, due from changed c;
  end if;
  -- What an outcome that came too late had carried waits again, in a lane that it does not release.
  if due or (false = any (counts) and (others is not null or cardinality(rest_ids) > 0)) then perform ${notify}; end if;`
