/**
 * `sellerkit.take_tokens`: refills a bucket and takes tokens out of it, in one step that processes take in turn. Gives how many
 * would be left, which is negative where there were not enough, and how long the current refill has been going on, both as
 * `RateLimiterStore.tokenBucket` of Effect describes them.
 */
export const takeTokens = `
create function sellerkit.take_tokens(
  given_now bigint, bucket text, tokens integer, capacity integer, refill double precision, may_overflow boolean
) returns table (remaining double precision, elapsed double precision) language plpgsql as $$
declare
  now_at constant double precision := sellerkit.milliseconds(given_now);
  amount double precision;
  since double precision;
  refills double precision;
begin
  loop
    select b.held, b.refilled_at into amount, since from sellerkit.rate_bucket b where b.key = bucket for update;
    exit when found;
    insert into sellerkit.rate_bucket (key, held, refilled_at, full_at) values (bucket, capacity, now_at, now_at)
      on conflict do nothing;
  end loop;
  -- The clock may have been set back.
  since := least(since, now_at);
  refills := floor((now_at - since) / refill);
  if refills > 0 then
    amount := least(capacity, amount + refills);
    since := since + refills * refill;
  end if;
  if amount >= capacity then since := now_at; end if;
  remaining := amount - tokens;
  if may_overflow or remaining >= 0 then amount := remaining; end if;
  update sellerkit.rate_bucket b
    set held = amount, refilled_at = since, full_at = since + (capacity - amount) * refill where b.key = bucket;
  elapsed := greatest(0, now_at - since);
  return next;
end
$$`

/** `sellerkit.count_in_window`: as `RateLimiterStore.fixedWindow`. `most` is null where the count may grow without bound. */
export const countInWindow = `
create function sellerkit.count_in_window(
  given_now bigint, counter text, tokens integer, most integer, refill double precision
) returns table (counted integer, ttl double precision) language plpgsql as $$
declare
  now_at constant double precision := sellerkit.milliseconds(given_now);
  amount integer;
  ends_at double precision;
begin
  loop
    select b.held, b.full_at into amount, ends_at from sellerkit.rate_bucket b where b.key = counter for update;
    exit when found;
    insert into sellerkit.rate_bucket (key, held, refilled_at, full_at) values (counter, 0, now_at, now_at)
      on conflict do nothing;
  end loop;
  -- It lasts no longer than what was counted takes, unless the clock was set back.
  if ends_at > now_at + refill * amount then
    ends_at := now_at + refill * amount;
    update sellerkit.rate_bucket b set full_at = ends_at where b.key = counter;
  end if;
  if ends_at <= now_at then
    amount := 0;
    ends_at := now_at;
  end if;
  counted := amount + tokens;
  if most is null or counted <= most then
    ends_at := ends_at + refill * tokens;
    update sellerkit.rate_bucket b set held = counted, full_at = ends_at where b.key = counter;
  end if;
  ttl := ends_at - now_at;
  return next;
end
$$`
