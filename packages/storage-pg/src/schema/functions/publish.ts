/**
 * `sellerkit.publish`: publishes one event from any client, in the caller's transaction: the event is stored, and dispatchers
 * wake, when that commits. Gives the event's id, or the id of the event that had the key already. It runs with the rights of the
 * role that migrated: its caller needs `usage` of the schema and nothing else.
 *
 * An error is one sentence that begins with the parameter's name. Its state is 22023, or 23505 for a key that belongs to another
 * event.
 */

/** An id that grows with time, as RFC 9562 describes version 7. */
export const newId = `
create function sellerkit.new_id(milliseconds bigint) returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) placing substring(int8send(milliseconds) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$`

const settings = "security definer set search_path = sellerkit, pg_temp"

// The messages are those of the service (core, events/Event.ts and events/Events.ts).
const longestKey = 200
const largestPayload = 256 * 1024

// The bounds of a time that comes through the API (core, time/Timestamp.ts): the database knows years that JavaScript does not.
const earliestTime = Date.parse("0000-01-01T00:00:00.000Z")
const latestTime = Date.parse("9999-12-31T23:59:59.999Z")

export const publishText = `
create function sellerkit.publish(
  seller uuid, scope text, type text, payload text, idempotency_key text default null, "time" timestamptz default null,
  sandbox boolean default false
) returns uuid language plpgsql ${settings} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(null);
  given_time constant numeric := round(extract(epoch from publish."time") * 1000);
  new_event constant uuid := sellerkit.new_id(now_at);
  found record;
begin
  if publish.seller is null then
    raise exception 'seller: expected an id' using errcode = '22023';
  end if;
  if not exists (
    select from sellerkit.event_type t where t.scope = publish.scope and t.type = publish.type) then
    raise exception 'type: there is no event type % in the scope %', publish.type, publish.scope using errcode = '22023';
  end if;
  if publish.payload is null or left(ltrim(publish.payload, E' \\t\\n\\r'), 1) <> '{' then
    raise exception 'payload: expected a JSON object' using errcode = '22023';
  end if;
  if octet_length(publish.payload) > ${largestPayload} then
    raise exception 'payload: expected at most ${largestPayload} bytes' using errcode = '22023';
  end if;
  begin
    perform publish.payload::json;
  exception when invalid_text_representation then
    raise exception 'payload: expected JSON' using errcode = '22023';
  end;
  if publish.idempotency_key is not null and (
    length(publish.idempotency_key) not between 1 and ${longestKey} or publish.idempotency_key ~ '[[:cntrl:]]') then
    raise exception 'idempotency_key: expected between 1 and ${longestKey} characters, none of them a control character'
      using errcode = '22023';
  end if;
  if given_time not between ${earliestTime} and ${latestTime} then
    raise exception 'time: expected a time from the year 0000 to 9999 in UTC' using errcode = '22023';
  end if;

  select * into found from sellerkit.append(now_at, array[publish.seller], array[publish.sandbox], array[publish.scope],
    array[publish.type], array[1], array[new_event], array[publish.idempotency_key],
    array[coalesce(given_time::bigint, now_at)], array[publish."time" is not null], array[publish.payload],
    array[null::text], null);
  if found.conflicts is not null then
    raise exception 'idempotency_key: % belongs to an event with another content', publish.idempotency_key
      using errcode = '23505';
  end if;
  return coalesce(found.known_ids[1], new_event);
end
$$`

export const publishJson = `
create function sellerkit.publish(
  seller uuid, scope text, type text, payload jsonb, idempotency_key text default null, "time" timestamptz default null,
  sandbox boolean default false
) returns uuid language sql ${settings} as $$
  select sellerkit.publish(seller, scope, type, payload::text, idempotency_key, "time", sandbox)
$$`
