/** The function that stores events. It also leases lanes that get some. */
import { testDueAt } from "@sellerkit/core"
import { notify } from "../../../connection/WorkNotifications.ts"
import { indexedPlans } from "../indexedPlans.ts"
import { freeUnused, takeKeys } from "./keys.ts"
import { joinHeld, leaseIdle } from "./leases.ts"
import { findReceivers } from "./receivers.ts"
import { storeEvents } from "./storeEvents.ts"

/**
 * `sellerkit.append`: stores events and finds who receives them, in the caller's transaction. It only inserts, so that it waits
 * for no other transaction, except for a key that one is about to take.
 *
 * `sellers`, `sandboxes`, `scopes`, `types`: audiences. An audience is all webhooks of an account that are subscribed to a type.
 * `audiences`: which of these, from 1, each event is for.
 *
 * `only_webhook`: test events, for one webhook whatever it is subscribed to; null for all others.
 *
 * `lease`: for how long, in milliseconds, lanes may be leased to the caller, `most_lanes` of the account of each audience; null
 * for no lane. Only enabled lanes in which nothing waits or has failed are leased. No dispatcher is woken for them.
 *
 * `held_webhooks`, `held_fences`: lanes that the caller has leased before, and of which it takes further events. Null for a caller that
 * carries nothing, to which no lane is leased: a process of an older version, beside which the schema is brought up to date.
 *
 * Events of these lanes are carried: the caller keeps them in memory, and no row says that they wait. One row of `carried` has
 * all of them, for whoever has to take them over.
 *
 * One row of lists comes back. `places`: which events, from 1, were stored, because somebody is subscribed; `deliveries` and
 * `missed`: how many webhooks receive each of them, and how many miss it because they are not enabled. `known_…`: events whose
 * key belongs to an event that is stored already. Where one of these has another content, nothing is written at all, and
 * `conflicts` names such events. `wakes`: whether something was stored that has to be claimed. `leased_…`: the lanes that were
 * leased; `held_places`: which lanes that were held take events; `event_…`: of each event that is carried, which lane, those that
 * were leased first, which event, and its number; `carried_…`: the row of `carried`.
 */
export const append = `
create function sellerkit.append(
  given_now bigint, sellers uuid[], sandboxes boolean[], scopes text[], types text[],
  audiences integer[], ids uuid[], keys text[], times bigint[], times_given boolean[], payloads text[], traceparents text[],
  only_webhook uuid, lease bigint default null, most_lanes integer[] default null,
  held_webhooks uuid[] default null, held_fences bigint[] default null
) returns table (
  places integer[], deliveries integer[], missed integer[],
  known_places integer[], known_ids uuid[], known_deliveries integer[], conflicts integer[],
  accepted_at bigint, wakes boolean,
  leased_webhooks uuid[], leased_services text[], leased_urls text[], leased_secrets text[], leased_fences bigint[],
  leased_sizes integer[], held_places integer[], event_lanes integer[], event_places integer[], event_numbers bigint[],
  carried_number bigint, carried_until bigint
) language plpgsql ${indexedPlans} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  due_from constant bigint := case when only_webhook is null then now_at else ${testDueAt} end;
  numbers bigint[];
  keyed constant integer := cardinality(array_remove(keys, null));
  is_alone constant boolean := cardinality(ids) = 1;
  receivers uuid[];
  receiver_audiences integer[];
  receivers_enabled boolean[];
  -- Of each audience: where its receivers begin and end, and where those end that are enabled. None ends at 0.
  receiver_starts integer[] := array_fill(1, array[cardinality(sellers)]);
  receiver_ends integer[] := array_fill(0, array[cardinality(sellers)]);
  enabled_ends integer[] := receiver_ends;
  audience integer;
  -- Of each audience, before keys are taken.
  subscribed boolean[];
  taken bigint[];
  -- How many events with keys were stored.
  keyed_stored integer;
  -- The numbers of keys whose event is not there.
  vacant bigint[];
  -- Of each event: whether its key is its own; null where all are. And the audiences of those.
  own boolean[];
  own_audiences integer[];
  -- Whose events are carried, and of one event in how many lanes.
  carrying uuid[];
  carrying_fences bigint[];
  lane_count integer;
  -- In which of these lanes each receiver of several events is.
  receiver_lanes integer[];
  -- Whether the lanes of all receivers are among them.
  is_whole boolean;
  -- Bytes of each payload.
  sizes integer[];
begin
  accepted_at := now_at;
  wakes := false;
  if is_alone then numbers := array[sellerkit.next_number(now_at)];
  else numbers := array(select sellerkit.next_number(now_at) from generate_subscripts(ids, 1));
  end if;
  ${takeKeys}

  ${findReceivers}

  ${leaseIdle}
  ${joinHeld}

  ${storeEvents}

  ${freeUnused}

  if wakes then perform ${notify}; end if;
  return next;
end
$$`
