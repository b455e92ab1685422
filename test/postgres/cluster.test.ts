/** Processes of the service behind one port, which one command starts over one database. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { vi } from "vitest"
import { type Cluster, dispatchersOf, isAlive, type StartingCluster, startCluster, valuesOf } from "./cluster.ts"
import { makeDatabases } from "./databases.ts"
import { makeSeller, type Receiver, startProcess, startReceiver } from "./processes.ts"

/** Nobody has prepared it: the workers of a cluster do that, all at once. */
const emptyDatabase = makeDatabases(() => Effect.void)

/** Leases of a process that was killed run out after half a minute. The rest is for machines that are busy. */
const longest = { timeout: 150_000, interval: 100 }

interface World {
  readonly url: string
  readonly receiver: Receiver
  start(args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>): StartingCluster
}

const test = (title: string, body: (world: World) => Promise<void>) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.flatMap(emptyDatabase, ({ url, maxConnections }) =>
        Effect.promise(async () => {
          // PGlite has one connection for all of them.
          if (maxConnections !== undefined) return
          const started: Array<StartingCluster> = []
          const receiver = await startReceiver()
          try {
            await body({
              url,
              receiver,
              start: (args, env) => {
                const cluster = startCluster(url, args, env)
                started.push(cluster)
                return cluster
              }
            })
          } finally {
            await Promise.all(started.map((cluster) => cluster.close()))
            receiver.close()
          }
        })
      )
    )
  )

/** Until it is answered: a worker that was killed answers nothing. */
const repeatedly = async (publish: () => Promise<{ readonly status: number }>): Promise<void> => {
  await vi.waitFor(async () => assert.strictEqual((await publish()).status, 202), longest)
}

/** Each says that it is there in a moment of its own, which may come after the first answer. */
const allDispatchersOf = (cluster: Cluster, count: number): Promise<ReadonlyArray<number>> =>
  vi.waitFor(async () => {
    const found = await dispatchersOf(cluster)
    assert.lengthOf(new Set(found), count)
    return found
  }, longest)

/** The keys of events that arrived. */
const arrived = ({ received }: Receiver): ReadonlyArray<string> =>
  received.flatMap(({ events }) => events.map(({ payload }: any) => payload.vendorCode))

const metricsOf = async ({ call }: Cluster): Promise<string> => (await call("GET", "/metrics")).body

describe("processes behind one port", () => {
  test("share the port and the work, replace one that is killed, and end in order", async ({ receiver, start }) => {
    const cluster = await start(["--processes", "3"]).serving()
    assert.strictEqual(cluster.started.processes, 3)

    const first = await allDispatchersOf(cluster, 3)
    const seller = await makeSeller(cluster, receiver.url)
    for (let number = 0; number < 30; number++) await repeatedly(() => seller.publish(cluster, `first-${number}`))
    await vi.waitFor(async () => {
      const delivered = valuesOf(await metricsOf(cluster), "sellerkit_events_delivered_total")
      assert.strictEqual(
        [...delivered.values()].reduce((sum, count) => sum + count),
        30
      )
    }, longest)
    // Whichever is asked. A worker that takes more than two seconds to answer is left out.
    for (let time = 0; time < 5; time++) {
      await vi.waitFor(async () => {
        const metrics = await metricsOf(cluster)
        const accepted = valuesOf(metrics, "sellerkit_events_accepted_total")
        assert.sameMembers([...accepted.keys()], ["1", "2", "3"])
        assert.strictEqual(
          [...accepted.values()].reduce((sum, count) => sum + count),
          30
        )
        assert.isAbove([...accepted.values()].filter((count) => count > 0).length, 1)
        assert.deepStrictEqual([...valuesOf(metrics, "sellerkit_events_waiting").keys()], [undefined])
        assert.lengthOf([...valuesOf(metrics, "sellerkit_deliveries_in_flight")], 3)
        assert.lengthOf(metrics.match(/^# TYPE sellerkit_events_accepted_total counter$/gm)!, 1)
      }, longest)
    }

    // Statistics are told once a minute: each call may get another worker, which knows of the others.
    const { token } = (await cluster.call("POST", "/operator/v1/tokens", { sellerId: crypto.randomUUID() })).body
    const asked = [{ id: 1, dates: ["2026-01-15"] }]
    const statuses: Array<number> = []
    const since = performance.now()
    for (let time = 0; time < 4; time++) {
      statuses.push((await cluster.sell(token, "POST", "/adv/v2/fullstats", asked)).status)
    }
    // A machine may be so slow that there is some budget again.
    const most = 1 + Math.floor((performance.now() - since) / 60_000)
    assert.isAtMost(statuses.filter((status) => status !== 429).length, most, statuses.join(" "))
    assert.notStrictEqual(statuses[0], 429)

    const [victim] = first
    let published = 0
    const publishing = (async () => {
      for (; published < 40; published++) await repeatedly(() => seller.publish(cluster, `second-${published}`))
    })()
    await vi.waitFor(() => assert.isAbove(published, 10), longest)
    process.kill(victim!, "SIGKILL")
    await publishing
    await vi.waitFor(async () => {
      const alive = (await dispatchersOf(cluster)).filter((pid) => !first.includes(pid))
      assert.lengthOf(alive, 1)
    }, longest)
    assert.match(cluster.logged(), /A process of the service ended, and is replaced.*it was ended by SIGKILL/)
    const second = Array.from({ length: 40 }, (_, number) => `second-${number}`)
    await vi.waitFor(() => assert.includeMembers([...arrived(receiver)], second), longest)

    // A line of a worker says of which one it is.
    assert.strictEqual((await cluster.sell("no key", "GET", "/metrics")).status, 401)
    await vi.waitFor(() => assert.match(cluster.logged(), /refused a call from.*process=[123]/), longest)

    const all = await dispatchersOf(cluster)
    assert.strictEqual(await cluster.primary.stop(), 0)
    assert.deepStrictEqual(all.filter(isAlive), [])
    assert.lengthOf(cluster.primary.lines, 1)
  })

  test("lose nothing that was accepted when they are stopped in the middle", async ({ receiver, start, url }) => {
    const cluster = await start([], { SELLERKIT_PROCESSES: "2" }).serving()
    const workers = await allDispatchersOf(cluster, 2)
    const seller = await makeSeller(cluster, receiver.url)
    const accepted: Array<string> = []
    let isStopped = false
    const publish = async (name: string) => {
      for (let number = 0; ; number++) {
        const key = `${name}-${number}`
        const answer = await seller.publish(cluster, key).catch(() => undefined)
        if (answer?.status === 202) accepted.push(key)
        else if (isStopped) return
      }
    }
    const publishing = ["a", "b", "c", "d"].map(publish)
    await vi.waitFor(() => assert.isAbove(accepted.length, 20), longest)
    const ended = cluster.primary.stop()
    isStopped = true
    assert.strictEqual(await ended, 0)
    await Promise.all(publishing)
    assert.deepStrictEqual(workers.filter(isAlive), [])
    assert.notMatch(cluster.logged(), /is replaced/)

    const after = await startProcess("dispatcher", url)
    try {
      await vi.waitFor(() => assert.includeMembers([...arrived(receiver)], accepted), longest)
    } finally {
      await after.stop()
    }
  })

  test("are back on the same port when all of them were killed, and end in order with the primary process", async ({
    start,
    url
  }) => {
    const held: Array<ServerResponse> = []
    const receiver = createServer((request, response) => {
      request.resume()
      held.push(response)
    }).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    const cluster = await start(["--processes", "2"]).serving()
    const killed = await allDispatchersOf(cluster, 2)
    for (const pid of killed) process.kill(pid, "SIGKILL")
    const workers = await vi.waitFor(async () => {
      const found = (await dispatchersOf(cluster)).filter((pid) => !killed.includes(pid))
      assert.lengthOf(found, 2)
      return found
    }, longest)
    const seller = await makeSeller(cluster, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
    await seller.publish(cluster, "order-1")
    await vi.waitFor(() => assert.lengthOf(held, 1), longest)
    await cluster.primary.kill()
    // The process that has the request waits for its outcome, and writes it down.
    held[0]!.end()
    await vi.waitFor(() => assert.deepStrictEqual(workers.filter(isAlive), []), longest)
    const api = await startProcess("api", url)
    assert.match((await api.call("GET", "/metrics")).body, /^sellerkit_events_waiting 0$/m)
    await api.stop()
    receiver.close()
  })

  test("are replaced one by one where they are told to stop, and end with the others where one hangs", async ({
    start
  }) => {
    const cluster = await start(["--processes", "2"]).serving()
    const first = await allDispatchersOf(cluster, 2)
    process.kill(first[0]!, "SIGTERM")
    const workers = await vi.waitFor(async () => {
      const found = (await dispatchersOf(cluster)).filter((pid) => pid !== first[0])
      assert.lengthOf(found, 2)
      return found
    }, longest)
    assert.match(cluster.logged(), /level=INFO.*A process of the service was stopped, and is replaced/)
    assert.notMatch(cluster.logged(), /level=ERROR/)
    // It answers nothing any more, and does not read that it is to stop.
    process.kill(workers[0]!, "SIGSTOP")
    assert.strictEqual(await cluster.primary.stop(), 0)
    assert.deepStrictEqual(workers.filter(isAlive), [])
    assert.match(cluster.logged(), /A process of the service did not stop, and is killed/)
  })

  test("serve the API alone, where others deliver", async ({ start }) => {
    const cluster = await start(["--api-only", "--processes", "2"]).serving()
    assert.deepStrictEqual(await dispatchersOf(cluster), [])
    await vi.waitFor(async () => {
      const metrics = await metricsOf(cluster)
      assert.lengthOf([...valuesOf(metrics, "sellerkit_deliveries_in_flight")], 0)
      assert.sameMembers([...valuesOf(metrics, "sellerkit_events_accepted_total").keys()], ["1", "2"])
    }, longest)
    assert.strictEqual(await cluster.primary.stop(), 0)
  })

  test("say why they cannot start, once, and leave nobody running", async ({ start }) => {
    const taken = createTcpServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    const { logged, primary } = start(["--processes", "2", "--port", String(port)])
    assert.strictEqual(await primary.ended, 1)
    const said = `Cannot listen at 127.0.0.1:${port}: the port is in use. Choose another with --port`
    assert.lengthOf(logged().split(said), 2, logged())
    assert.notInclude(logged(), "is replaced")
    assert.deepStrictEqual(primary.lines, [])
    taken.close()
  })
})
