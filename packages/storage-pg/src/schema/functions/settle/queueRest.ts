/** A part of `sellerkit.settle` and `sellerkit.release`: what is left of what was carried. */

/** What was carried of lanes that are released waits again. Rows of which everything is settled go. */
export const queueRest = `if cardinality(rest_ids) > 0 then
    perform sellerkit.queue_carried(
      now_at, rest_sellers, rest_sandboxes, rest_webhooks, rest_ids, rest_numbers, rest_times, rest_sizes);
  end if;
  if cardinality(finished_numbers) > 0 then
    delete from sellerkit.carried c using unnest(finished_until, finished_numbers) as f (expires_at, number)
      where c.expires_at = f.expires_at and c.number = f.number;
    get diagnostics found_rows = row_count;
    -- Where a lease was renewed, some may have been put off (\`take_over\`).
    if found_rows < cardinality(finished_numbers) then
      delete from sellerkit.carried c using unnest(finished_until, finished_numbers) as f (expires_at, number)
        where c.expires_at > f.expires_at and c.number = f.number;
    end if;
  end if;`
