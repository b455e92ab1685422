/** The change history, revoked tokens and retry schedules of single accounts become records. */
import { ensurePartitions, widthsBeforeRuns } from "../functions/partitions.ts"
import { runInOrder } from "./runInOrder.ts"

// What ends a text of a key.
const end = "chr(1)"

// A time as a part of a key: the bytes of its number as IEEE 754, with the sign inverted.
const timePart = "encode(set_byte(float8send(h.time), 0, get_byte(float8send(h.time), 0) | 128), 'hex')"

const owner = `h.service_id || ${end}`
const id = `h.entry_id || ${end}`

// What belongs to no seller is kept under an account of its own.
const nobody = "'00000000-0000-0000-0000-000000000000'::uuid, false"

const statements: ReadonlyArray<string> = [
  // What other processes write is not lost meanwhile.
  `lock table sellerkit.history, sellerkit.retry_schedule, sellerkit.revoked_token in access exclusive mode`,

  `insert into sellerkit.record_account (seller_id, sandbox)
   select seller_id, sandbox from sellerkit.history
   union select seller_id, sandbox from sellerkit.retry_schedule
   union select ${nobody} from sellerkit.revoked_token
   on conflict do nothing`,

  `insert into sellerkit.record (seller_id, sandbox, collection, key, content, indexed, since)
   select h.seller_id, h.sandbox, 'history', ${owner} || ${timePart} || ${id}, h.content,
     jsonb_build_object('byId', ${owner} || ${id}), h.time
   from sellerkit.history h`,
  `insert into sellerkit.record_index (seller_id, sandbox, collection, name, place, key)
   select seller_id, sandbox, collection, 'byId', (indexed ->> 'byId') || key, key
   from sellerkit.record where collection = 'history'`,
  `insert into sellerkit.record (seller_id, sandbox, collection, key, content, indexed)
   select seller_id, sandbox, 'retrySchedule', '', content, '{}' from sellerkit.retry_schedule`,
  `insert into sellerkit.record (seller_id, sandbox, collection, key, content, indexed, since)
   select ${nobody}, 'revokedToken', token_id || ${end},
     json_build_object('tokenId', token_id, 'expiresAt', expires_at)::text, '{}', expires_at
   from sellerkit.revoked_token`,

  `drop table sellerkit.history, sellerkit.retry_schedule, sellerkit.revoked_token`,
  ensurePartitions(widthsBeforeRuns)
]

export const onRecords = runInOrder(statements)
