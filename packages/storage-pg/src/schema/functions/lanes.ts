/** Parts of claims and settlements that keep lanes in order. Their caller has locked the lanes. */
import { testDueAt } from "@sellerkit/core"
import { eachOf } from "../../connection/lists.ts"
import { notify } from "../../connection/WorkNotifications.ts"
import { indexedPlans } from "./indexedPlans.ts"

// our choice: what was published while no dispatcher claimed is taken in steps.
const wakesAtOnce = 5000

/** Of a lane `l`: whether a test event waits in it that was never tried. */
export const hasTest = `exists (
  select from sellerkit.pending t
  where t.seller_id = l.seller_id and t.sandbox = l.sandbox and t.webhook_id = l.webhook_id
    and t.attempts = 0 and t.due_at = ${testDueAt} offset 0)`

/** `sellerkit.readiness`: when a lane has to be looked at, given that something waits in it from the moment `at` on. */
export const readiness = `
create function sellerkit.readiness(lane sellerkit.lane, at bigint) returns bigint language sql immutable as $$
  select case
    when lane.deleted_at is not null then greatest(at, lane.lease_until)
    when lane.enabled then greatest(at, lane.wait_until, lane.lease_until)
    else lane.held_until end
$$`

/**
 * `sellerkit.wake_lanes`: brings lanes up to date with what was published for them, until now by whatever clock.
 *
 * A lane is locked before its waiting events are read, here and wherever a lane is put to sleep. A publication commits its events
 * together with the row of `wake`, so that one of the two sees the events.
 */
export const wakeLanes = `
create function sellerkit.wake_lanes(now_at bigint) returns void language plpgsql ${indexedPlans} as $$
declare
  sellers uuid[];
  sandboxes boolean[];
  webhooks uuid[];
  moments bigint[];
  lanes tid[];
  ready bigint[];
begin
  with taken as (
    delete from sellerkit.wake where ctid = any (array(
      select ctid from sellerkit.wake order by number limit ${wakesAtOnce} for update skip locked))
    returning seller_id, sandbox, webhook_id, at
  ), woken as (
    select seller_id, sandbox, webhook_id, min(at) as at from taken group by seller_id, sandbox, webhook_id
  )
  select array_agg(seller_id), array_agg(sandbox), array_agg(webhook_id), array_agg(at)
    into sellers, sandboxes, webhooks, moments from woken;
  if sellers is null then return; end if;

  select array_agg(l.lane), array_agg(l.ready_at) into lanes, ready
    from (
      select * from unnest(sellers, sandboxes, webhooks, moments) as w (seller_id, sandbox, webhook_id, at)
      order by w.seller_id, w.sandbox, w.webhook_id
    ) w
    cross join lateral (
      select l.ctid as lane, sellerkit.readiness(l, least(w.at, now_at)) as ready_at from sellerkit.lane l
      where l.seller_id = w.seller_id and l.sandbox = w.sandbox and l.webhook_id = w.webhook_id for update
    ) l;

  update sellerkit.lane l set ready_at = r.ready_at
    from unnest(lanes, ready) as r (lane, ready_at)
    where l.ctid = r.lane and (l.ready_at is null or l.ready_at > r.ready_at);
end
$$`

/** Of a lane `l`: when it has to be looked at, now that the clock was set back. One is looked at during its pause for a test event only. */
const followed = `case
  when l.enabled and l.deleted_at is null and l.ready_at < l.wait_until then greatest(now_at, l.lease_until)
  else sellerkit.readiness(l, now_at) end`

/**
 * `sellerkit.follow_clock`: when the clock was set back since this connection last looked, or it is not known when it last
 * looked, lanes that neither wait, nor are leased, nor are held have to be looked at now. Lanes that another transaction has
 * locked are left to it.
 */
export const followClock = `
create function sellerkit.follow_clock(now_at bigint) returns void language plpgsql ${indexedPlans} as $$
declare
  -- Empty where it was set in a transaction that was undone.
  seen_at constant bigint := nullif(current_setting('sellerkit.seen_at', true), '');
begin
  if seen_at is null or now_at < seen_at then
    update sellerkit.lane l set ready_at = ${followed}
      where l.ctid = any (array(
        select l.ctid from sellerkit.lane l where l.ready_at > now_at and l.ready_at > ${followed}
        for update skip locked));
  end if;
  perform set_config('sellerkit.seen_at', now_at::text, false);
end
$$`

/**
 * `sellerkit.take_wakes`: deletes the rows of `wake`, which say what was published for lanes and is not in them yet, because the
 * lanes are about to be looked at. Rows that a claim is taking are left to it, and so are the rows beyond those that one claim
 * takes: it does no harm to look at a lane once too often.
 */
export const takeWakes = `
create function sellerkit.take_wakes(sellers uuid[], sandboxes boolean[], webhooks uuid[]) returns void language sql as $$
  delete from sellerkit.wake where ctid = any (array(
    select w.ctid from sellerkit.wake w
    where w.ctid = any (array(
      select n.ctid from (
        select ctid, seller_id, sandbox, webhook_id from sellerkit.wake order by number limit ${wakesAtOnce}) n
      where exists (
        select from unnest(sellers, sandboxes, webhooks) as l (seller_id, sandbox, webhook_id)
        where l.seller_id = n.seller_id and l.sandbox = n.sandbox and l.webhook_id = n.webhook_id offset 0)))
    for update skip locked))
$$`

/**
 * `sellerkit.schedule_lanes`: sets when lanes of which nothing can be sent now have to be looked at again, if at all. Their leases are
 * over, and stay so when the clock is set back.
 */
export const scheduleLanes = `
create function sellerkit.schedule_lanes(sellers uuid[], sandboxes boolean[], webhooks uuid[]) returns void
language sql as $$
  update sellerkit.lane l set ready_at = case
      when d.due_at is null then null
      when l.enabled then greatest(d.due_at, l.wait_until)
      else l.held_until end, lease_until = 0
    from unnest(sellers, sandboxes, webhooks) as w (seller_id, sandbox, webhook_id)
    cross join lateral (
      select min(f.due_at) as due_at
      from generate_series(0, (
        select p.attempts from sellerkit.pending p
        where p.seller_id = w.seller_id and p.sandbox = w.sandbox and p.webhook_id = w.webhook_id
        order by p.attempts desc limit 1)) as a (attempts)
      cross join lateral (
        select p.due_at from sellerkit.pending p
        where p.seller_id = w.seller_id and p.sandbox = w.sandbox and p.webhook_id = w.webhook_id
          and p.attempts = a.attempts
        order by p.due_at limit 1) f
    ) d
    where l.seller_id = w.seller_id and l.sandbox = w.sandbox and l.webhook_id = w.webhook_id
$$`

/**
 * `sellerkit.end_pause`: makes everything that waits in a lane due. What was due already stays due since then. Nothing changes
 * while a request is in flight, or where nothing is sent to the webhook. Events that were published for the lane and are not in
 * it yet have waited for the pause as well.
 */
export const endPause = `
create function sellerkit.end_pause(given_now bigint, seller uuid, in_sandbox boolean, webhook uuid) returns void
language plpgsql ${indexedPlans} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  woken_at bigint;
begin
  perform from sellerkit.lane l
    where l.seller_id = seller and l.sandbox = in_sandbox and l.webhook_id = webhook
      and l.enabled and l.deleted_at is null and l.lease_until <= now_at for update;
  if not found then return; end if;

  with taken as (
    delete from sellerkit.wake where ctid = any (array(
      select w.ctid from sellerkit.wake w
      where w.ctid = any (array(
        select n.ctid from (
          select ctid, seller_id, sandbox, webhook_id from sellerkit.wake order by number limit ${wakesAtOnce}) n
        where n.seller_id = seller and n.sandbox = in_sandbox and n.webhook_id = webhook))
      for update skip locked))
    returning at
  )
  select min(at) into woken_at from taken;

  update sellerkit.lane l set wait_until = 0, ready_at = case when exists (
      select from sellerkit.pending p
      where p.seller_id = seller and p.sandbox = in_sandbox and p.webhook_id = webhook offset 0)
      then least(now_at, l.ready_at, case when woken_at is not null then sellerkit.readiness(l, least(woken_at, now_at)) end) end
    where l.seller_id = seller and l.sandbox = in_sandbox and l.webhook_id = webhook;

  with due as (
    update sellerkit.pending p set due_at = now_at
      where p.seller_id = seller and p.sandbox = in_sandbox and p.webhook_id = webhook and p.attempts > 0 and p.due_at > now_at
      returning p.event_id, p.number, p.time
  )
  update sellerkit.recipient r set due_at = now_at from due d
    ${eachOf(
      `select k.ctid as row, k.number from sellerkit.recipient k
      where k.seller_id = seller and k.sandbox = in_sandbox and k.webhook_id = webhook
        and k.time = d.time and k.event_id = d.event_id and k.number = d.number`,
      "k"
    )}
    where r.ctid = k.row and r.number = k.number;
  perform ${notify};
end
$$`

/** `sellerkit.drop_pending`: drops a bounded part of what waits in a lane, and gives how many events it was. */
export const dropPending = `
create function sellerkit.drop_pending(seller uuid, in_sandbox boolean, webhook uuid, reason text, now_at bigint)
returns integer language plpgsql as $$
declare
  dropped integer;
begin
  with gone as (
    delete from sellerkit.pending where ctid = any (array(
      select p.ctid from sellerkit.pending p
      where p.seller_id = seller and p.sandbox = in_sandbox and p.webhook_id = webhook
      order by p.attempts, p.due_at, p.number limit 1000))
    returning event_id, number, time
  ), noted as (
    update sellerkit.recipient r set state = 2, drop_reason = reason
      from gone g
      where r.seller_id = seller and r.sandbox = in_sandbox and r.webhook_id = webhook
        and r.time = g.time and r.event_id = g.event_id and r.number = g.number
  )
  select count(*) into dropped from gone;

  update sellerkit.lane l set ready_at = case when exists (
      select from sellerkit.pending p
      where p.seller_id = seller and p.sandbox = in_sandbox and p.webhook_id = webhook) then now_at end
    where l.seller_id = seller and l.sandbox = in_sandbox and l.webhook_id = webhook;
  return dropped;
end
$$`
