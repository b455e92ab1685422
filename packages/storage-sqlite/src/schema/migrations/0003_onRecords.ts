/** The change history, revoked tokens and retry schedules of single accounts become records. */
import type { Migration } from "./Migration.ts"

// What ends a text of a key.
const end = "char(1)"

/**
 * A time as a part of a key: the sixteen digits of its number as IEEE 754, with the sign inverted. `power` has the powers of two, of
 * which the largest that is in the number gives the exponent, and what is beyond it the digits behind the point.
 */
const timePart = `(
  select printf('%016x',
    ((1023 + p.exponent) * ${2 ** 52} + (h.time - p.value) * (${2 ** 52} / p.value)) | (1 << 63))
  from power p where p.value <= h.time order by p.value desc limit 1)`

// What belongs to no seller is kept under an account of its own.
const ofNobody = "seller_id = '00000000-0000-0000-0000-000000000000' and sandbox = 0"

export const onRecords: Migration = {
  name: "onRecords",
  statements: [
    `insert into record (account, collection, key, since, indexed, content)
     with recursive power (exponent, value) as (
       select 0, 1 union all select exponent + 1, value * 2 from power where exponent < 52)
     select o.account, 'history', o.service_id || ${end} || ${timePart} || h.id || ${end}, h.time,
       json_object('byId', o.service_id || ${end} || h.id || ${end}), h.content
     from history h join owner o using (owner)`,
    `insert into record_index (account, collection, name, place, key)
     select account, collection, 'byId', json_extract(indexed, '$.byId') || key, key
     from record where collection = 'history'`,
    `drop table history`,

    `insert into record (account, collection, key, indexed, content)
     select account, 'retrySchedule', '', '{}', content from retry_schedule`,
    `drop table retry_schedule`,

    `insert into account (seller_id, sandbox)
     select '00000000-0000-0000-0000-000000000000', 0 where exists (select 1 from revoked_token)
     on conflict do nothing`,
    `insert into record (account, collection, key, since, indexed, content)
     select a.account, 'revokedToken', t.id || ${end}, t.expires_at, '{}',
       json_object('tokenId', t.id, 'expiresAt', t.expires_at)
     from revoked_token t join account a on ${ofNobody}`,
    `drop table revoked_token`
  ]
}
