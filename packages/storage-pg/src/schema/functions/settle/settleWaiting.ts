/** Parts of `sellerkit.settle`: what became of events that were not carried, and of those that are to be tried again. */
import { eachOf } from "../../../connection/lists.ts"

/** The row in the queue of an event `e` that is settled. */
const pendingRow = `select p.ctid as row from sellerkit.pending p
      where p.seller_id = sellers[e.place] and p.sandbox = sandboxes[e.place] and p.webhook_id = webhooks[e.place]
        and p.attempts = e.attempts and p.due_at = e.due_at and p.number = e.number`

/**
 * The rows of events that leave the queue, and whether one of those that are settled is not in it any more. What is carried was never
 * in it.
 */
export const leaving = `if false = any (event_carried) then
    select array_agg(p.row) filter (where e.verdict <> 0), coalesce(bool_or(p.row is null), false) into leaving, left_before
      from unnest(event_places, event_numbers, event_attempts, event_due, event_verdicts, event_carried)
        as e (place, number, attempts, due_at, verdict, carried)
      left join lateral (${pendingRow} offset 0) p on true
      where counts[e.place] and not e.carried;
  end if;`

/** Events of outcomes that are written anew change, although they were not carried: those in runs get rows first. */
export const separate = `perform sellerkit.separate_from_runs(array_agg(sellers[e.place]), array_agg(sandboxes[e.place]), array_agg(webhooks[e.place]),
        array_agg(e.time), array_agg(e.event_id), array_agg(e.number))
      from unnest(event_places, event_ids, event_numbers, event_times, event_carried) as e (place, event_id, number, time, carried)
      where e.place = any (there) and not e.carried having count(*) > 0;`

/** Events that leave the queue, or get their next time. */
export const settleWaiting = `-- One that comes too late is noted, and changes nothing else.
  if false = any (there_counts) then
    update sellerkit.recipient r set deliveries = r.deliveries || e.deliveries
      from (
        select sellers[e.place] as seller_id, sandboxes[e.place] as sandbox, webhooks[e.place] as webhook_id, e.time,
          e.event_id, e.number, array_agg(deliveries[e.place]) as deliveries
        from unnest(event_places, event_ids, event_numbers, event_times, event_carried)
          as e (place, event_id, number, time, carried)
        where e.place = any (there) and not counts[e.place] and not e.carried
        group by 1, 2, 3, 4, 5, 6
      ) e
      ${eachOf(
        `select k.ctid as row, k.number from sellerkit.recipient k
        where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.webhook_id = e.webhook_id
          and k.time = e.time and k.event_id = e.event_id and k.number = e.number`,
        "k"
      )}
      where r.ctid = k.row and r.number = k.number;
  end if;

  if false = any (event_carried) then
    update sellerkit.recipient r set deliveries = r.deliveries || settle.deliveries[e.place],
        attempts = r.attempts + case when r.state = 0 then 1 else 0 end,
        due_at = case when r.state = 0 and e.verdict = 0 then now_at + e.wait else r.due_at end,
        drop_reason = case when r.state = 0 and e.verdict = 2 then 'attemptsSpent' else r.drop_reason end,
        state = case when r.state = 0 then e.verdict else r.state end
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits, event_carried)
        as e (place, event_id, number, time, verdict, wait, carried)
      ${eachOf(
        `select k.ctid as row, k.number from sellerkit.recipient k
        where k.seller_id = sellers[e.place] and k.sandbox = sandboxes[e.place] and k.webhook_id = webhooks[e.place]
          and k.time = e.time and k.event_id = e.event_id and k.number = e.number`,
        "k"
      )}
      where counts[e.place] and not e.carried and r.ctid = k.row and r.number = k.number;

    delete from sellerkit.pending where ctid = any (leaving);
  end if;

  if 0 = any (event_verdicts) then
    update sellerkit.pending p set attempts = p.attempts + 1, due_at = now_at + e.wait
      from unnest(event_places, event_numbers, event_attempts, event_due, event_verdicts, event_waits, event_carried)
        as e (place, number, attempts, due_at, verdict, wait, carried)
      ${eachOf(pendingRow, "k")}
      where e.verdict = 0 and counts[e.place] and not e.carried and p.ctid = k.row;
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
      select sellers[e.place], sandboxes[e.place], webhooks[e.place], 1, now_at + e.wait, e.number, e.event_id, e.time, e.bytes
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits, event_carried, event_sizes)
        as e (place, event_id, number, time, verdict, wait, carried, bytes)
      where e.verdict = 0 and counts[e.place] and e.carried;
  end if;`
