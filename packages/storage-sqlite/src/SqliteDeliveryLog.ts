/** Attempts on SQLite. */
import { DeliveryLog } from "@sellerkit/core"
import { Effect, Layer, Option } from "effect"
import { findAccount, findOwner, ownedBy } from "./Owners.ts"
import { deliveryColumns, type DeliveryRow, toDelivery } from "./Rows.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { row, rows } from "./SqliteHost.ts"
import { rangeSql } from "./TimeRange.ts"

const one = `select ${deliveryColumns} from delivery d join webhook w on w.webhook = d.webhook`

export const layer: Layer.Layer<DeliveryLog, never, SqliteDatabase> = Layer.effect(
  DeliveryLog,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    return DeliveryLog.of({
      get: (key, id) =>
        database.read("DeliveryLog.get", (host) => {
          const owner = findOwner(host, key)?.owner ?? 0
          const found = row<DeliveryRow>(host, `${one} where d.id = ? and d.owner = ?`, id, owner)
          return Option.map(Option.fromUndefinedOr(found), toDelivery)
        }),

      inAccount: (account, id) =>
        database.read("DeliveryLog.inAccount", (host) => {
          const sql = `${one} join owner o on o.owner = d.owner where d.id = ? and o.account = ?`
          const found = row<DeliveryRow>(host, sql, id, findAccount(host, account) ?? 0)
          return Option.map(Option.fromUndefinedOr(found), toDelivery)
        }),

      find: (key, { webhookId }, request) =>
        database.read("DeliveryLog.find", (host) => {
          const { filter, values } = ownedBy(findOwner(host, key)?.owner ?? 0, webhookId)
          const { conditions, order, parameters, direction } = rangeSql(request, {
            sequence: "delivery",
            table: "delivery"
          })
          const sql = `select ${deliveryColumns}
            from (select * from delivery where ${filter} ${conditions} ${order}) d
            join webhook w on w.webhook = d.webhook
            order by d.time ${direction}, d.delivery ${direction}`
          return rows<DeliveryRow>(host, sql, ...values, ...parameters).map(toDelivery)
        }),

      ofEvent: (key, id) =>
        database.read("DeliveryLog.ofEvent", (host) => {
          const owner = findOwner(host, key)?.owner ?? 0
          // A recipient's attempts are a list of numbers, each followed by a comma.
          const sql = `${one} where d.delivery in (
              select a.value from event e
              join json_each(e.webhooks) j
              join recipient r on r.webhook = j.value and r.time = e.time and r.event = e.event and r.owner = ?
              join json_each('[' || rtrim(r.deliveries, ',') || ']') a
              where e.id = ?)
            order by d.time, d.delivery`
          return rows<DeliveryRow>(host, sql, owner, id).map(toDelivery)
        })
    })
  })
)
