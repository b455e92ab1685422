/** A part of `sellerkit.settle`: what became of events that were carried. */
import { runWith } from "../runs.ts"

/** What one request delivered is written as runs, where it can be. `apart` says which of the events that were carried are in none. */
const writeRuns = `for request in
        select e.place, array_agg(e.nth) as nths, array_agg(e.event_id) as ids, array_agg(e.number) as numbers, array_agg(e.time) as times,
          array_agg(e.bytes) as sizes
        from (
          select * from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_carried, event_sizes)
            with ordinality as e (place, event_id, number, time, verdict, carried, bytes, nth)
          where e.carried and e.verdict = 1 and in_time[e.place]
          order by e.place, e.time, e.event_id offset 0
        ) e
        group by e.place having count(*) > 1
      loop
        in_runs := in_runs || array(
          select request.nths[p] from unnest(sellerkit.write_runs(sellers[request.place], sandboxes[request.place],
            webhooks[request.place], settle.deliveries[request.place], request.ids, request.numbers, request.times, request.sizes)) p);
      end loop;
      if cardinality(in_runs) = cardinality(apart) then apart := array_fill(false, array[cardinality(apart)]);
      else foreach nth in array in_runs loop apart[nth] := false; end loop;
      end if;`

const insertMade = (apart: string, condition: string, onConflict: string): string => `with made as (
      insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, state, attempts, due_at,
        drop_reason, deliveries)
      select sellers[e.place], sandboxes[e.place], webhooks[e.place], e.time, e.event_id, e.number, e.bytes, e.verdict, 1,
        case when e.verdict = 0 then now_at + e.wait else e.number >> 20 end,
        case when e.verdict = 2 then 'attemptsSpent' end, array[settle.deliveries[e.place]]
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits, ${apart}, event_sizes)
        as e (place, event_id, number, time, verdict, wait, apart, bytes)
      where e.apart and in_time[e.place]${condition}
      order by 1, 2, 3, 4, 5, 6${onConflict}
      returning webhook_id, number
    )
    select array_agg(m.webhook_id), array_agg(m.number) into made_webhooks, made_numbers from made m;`

/**
 * Mostly none of them has a row, and looking for one first costs half as much again as writing it. Where one has, the
 * insertion is undone and made again. So it is a transaction within the caller's, and takes an id of its own.
 */
const makeRecipients = (apart: string, condition = ""): string => `begin
      ${insertMade(apart, condition, "")}
    exception when unique_violation then
      ${insertMade(apart, condition, " on conflict do nothing")}
    end;`

const inNoRun = ` and not exists (${runWith({
  seller: "sellers[e.place]",
  sandbox: "sandboxes[e.place]",
  webhook: "webhooks[e.place]",
  time: "e.time",
  event: "e.event_id",
  number: "e.number"
})})`

/**
 * What became of events that were carried is written down for the first time, where their lane's lease counts. Others, and those that
 * somebody has looked at meanwhile, are queued as if they had never been carried, and settled like any other.
 *
 * An outcome that was settled before, and whose answer was lost, comes again with the same events: one that is alone in its request is
 * not in a run.
 */
export const settleCarried = `if true = any (event_carried) then
    if each_alone then
      ${makeRecipients("event_carried")}
    else
      apart := event_carried;
      ${writeRuns}
      if true = any (apart) then
        ${makeRecipients("apart", inNoRun)}
      end if;
    end if;
    if coalesce(cardinality(made_numbers), 0) < cardinality(array_remove(coalesce(apart, event_carried), false)) then
      others := array(
        select e.nth from unnest(event_places, event_numbers, coalesce(apart, event_carried)) with ordinality
          as e (place, number, apart, nth)
        where e.apart and (webhooks[e.place], e.number) not in (
          select m.webhook_id, m.number from unnest(made_webhooks, made_numbers) as m (webhook_id, number)));
      perform sellerkit.queue_carried(now_at,
        array(select sellers[event_places[n]] from unnest(others) n), array(select sandboxes[event_places[n]] from unnest(others) n),
        array(select webhooks[event_places[n]] from unnest(others) n), array(select event_ids[n] from unnest(others) n),
        array(select event_numbers[n] from unnest(others) n), array(select event_times[n] from unnest(others) n),
        array(select event_sizes[n] from unnest(others) n));
      event_carried := array(
        select e.carried and e.nth <> all (others) from unnest(event_carried) with ordinality as e (carried, nth) order by e.nth);
    end if;
  end if;`
