/** A part of `sellerkit.append`: who receives events. */
import { eachOf } from "../../../connection/lists.ts"

/**
 * Who receives the events that are stored: the webhooks of each audience side by side, those that are enabled first. It is
 * looked up once for all events of an audience, after the keys are taken, and holds for all that follows.
 */
export const findReceivers = `if is_alone and only_webhook is null then
    select array_agg(r.webhook_id), array_agg(1), array_agg(r.enabled)
      into receivers, receiver_audiences, receivers_enabled
      from (
        select s.webhook_id, s.enabled from sellerkit.subscription s
        where s.seller_id = sellers[1] and s.sandbox = sandboxes[1] and s.scope = scopes[1] and s.type = types[1]
          and own[1] is distinct from false
        order by not s.enabled, s.webhook_id
      ) r;
  elsif only_webhook is null then
    select array_agg(r.webhook_id), array_agg(r.audience), array_agg(r.enabled)
      into receivers, receiver_audiences, receivers_enabled
      from (
        select s.webhook_id, s.enabled, a.audience
        from unnest(sellers, sandboxes, scopes, types) with ordinality as a (seller_id, sandbox, scope, type, audience)
        ${eachOf(
          `select s.webhook_id, s.enabled from sellerkit.subscription s
          where s.seller_id = a.seller_id and s.sandbox = a.sandbox and s.scope = a.scope and s.type = a.type`,
          "s"
        )}
        where own is null or a.audience = any (own_audiences)
        order by a.audience, not s.enabled, s.webhook_id
      ) r;
  else
    receiver_audiences := array(select generate_subscripts(sellers, 1));
    receivers := array_fill(only_webhook, array[cardinality(sellers)]);
    receivers_enabled := array_fill(true, array[cardinality(sellers)]);
  end if;
  for nth in 1 .. coalesce(cardinality(receivers), 0) loop
    audience := receiver_audiences[nth];
    if receiver_ends[audience] = 0 then
      receiver_starts[audience] := nth;
      enabled_ends[audience] := nth - 1;
    end if;
    receiver_ends[audience] := nth;
    if receivers_enabled[nth] then enabled_ends[audience] := nth; end if;
  end loop;`
