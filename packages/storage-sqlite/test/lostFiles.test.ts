/**
 * Files that are lost, exchanged or damaged while a database is open: from then on nothing is taken that would not be found
 * again.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  DeliveryQueue,
  EventId,
  EventStore,
  historyEntries,
  HistoryEntryId,
  type NewEvent,
  RecordStore,
  SealedSecret,
  SellerId,
  StorageError,
  type StoragePorts,
  Webhook,
  WebhookId,
  WebhookStore
} from "@sellerkit/core"
import {
  Array,
  DateTime,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  ManagedRuntime,
  Option,
  Result,
  type Scope
} from "effect"
import { execFile } from "node:child_process"
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll } from "vitest"
import * as SqliteStorage from "../src/index.ts"

const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`
const now = DateTime.makeUnsafe(0)
const owner = { sellerId: SellerId.make(uuid(1)), sandbox: false, serviceId: null }
const subscription = { scope: "content", event: "card_changed" }

const insertWebhook = Effect.flatMap(WebhookStore, (store) =>
  store.insert(owner, () =>
    Result.succeed({
      webhook: new Webhook({
        id: WebhookId.make(uuid(2)),
        owner,
        name: "Webhook",
        url: "https://receiver.example/",
        subscriptions: [subscription],
        status: "enabled",
        createdAt: now,
        updatedAt: now
      }),
      secret: SealedSecret("plain.whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="),
      entry: historyEntries.encode({
        id: HistoryEntryId.make(uuid(3)),
        owner,
        time: now,
        source: "api",
        action: "createWebhook",
        request: {},
        response: {}
      })
    })
  )
)

const event = (number: number): NewEvent => ({
  id: EventId.make(uuid(0x1000 + number)),
  time: now,
  timeGiven: false,
  scope: subscription.scope,
  type: subscription.event,
  payload: JSON.stringify({ text: "x".repeat(1000), number })
})

const publish = (number: number) => Effect.flatMap(EventStore, (store) => store.append(owner, [event(number)]))

const claim = Effect.flatMap(DeliveryQueue, (queue) =>
  queue.claim({
    lanes: 10,
    lanesPerAccount: 10,
    inFlight: [],
    eventsPerLane: 100,
    eventsPerRequest: 100,
    bytesPerLane: 1_000_000,
    events: 10_000,
    bytes: 10_000_000,
    lease: Duration.seconds(30)
  })
)

/** Writes over the thread, writes over the connection of the main thread, and reads. */
const calls: Readonly<Record<string, Effect.Effect<unknown, unknown, StoragePorts>>> = {
  publish: publish(1000),
  claim,
  insert: insertWebhook,
  removeOld: Effect.flatMap(RecordStore, (records) => records.removeOld("history", 0, 1)),
  list: Effect.flatMap(WebhookStore, (store) => store.list(owner)),
  backlog: Effect.flatMap(DeliveryQueue, (queue) => queue.backlog)
}

/** What it logs is shown elsewhere (test/outageLog.test.ts). */
const storage = (file: string) => Layer.merge(SqliteStorage.layer(file), Logger.layer([]))

/** A folder with the file of a database, which is removed at the end. */
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sellerkit-lost-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

const fault = Effect.flatMap(SqliteStorage.SqliteHealth, (health) => Effect.map(health.fault, Option.getOrUndefined))

const refusalOf = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
  assert.instanceOf(error, StorageError, `it went on: ${JSON.stringify(exit)}`)
  assert.deepStrictEqual([error.retryable, error.lasting], [true, true])
  return (error.cause as Error).message
}

/** Longer than the thread that writes lets pass between two looks. */
const untilLookedAt = 6

const isRefused = (expected: SqliteStorage.Fault) =>
  Effect.forEach(Object.entries(calls), ([name, call]) =>
    Effect.map(Effect.exit(call), (exit) => assert.include(refusalOf(exit), SqliteStorage.faults[expected], name))
  )

/** All of them published, and what follows. */
const withEvents = <A, E>(
  file: string,
  count: number,
  then: Effect.Effect<A, E, SqliteStorage.SqliteHealth | StoragePorts>
) =>
  Effect.gen(function* () {
    yield* insertWebhook
    for (let number = 0; number < count; number++) yield* publish(number)
    assert.isUndefined(yield* fault)
    return yield* then
  }).pipe(Effect.provide(storage(file)))

const halve = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))

/** Where the file is kept that is put back. */
const aside = (file: string) => `${file}.aside`

const another = (file: string) => {
  const made = new DatabaseSync(file)
  made.exec("create table other (a)")
  made.close()
}

interface Harm {
  readonly fault: SqliteStorage.Fault
  readonly do: (file: string) => void
}

/** Another name of a file, by which it is put back. */
const keep = (file: string) => linkSync(file, aside(file))
const putBack = (file: string) => renameSync(aside(file), file)

const copyInPlace = (file: string) => {
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}

interface Loss extends Harm {
  readonly undo: (file: string) => void
}

const losses: Readonly<Record<string, Loss>> = {
  "the file is deleted": {
    fault: "replaced",
    do: (file) => {
      keep(file)
      unlinkSync(file)
    },
    undo: putBack
  },
  "the file is moved away": { fault: "replaced", do: (file) => renameSync(file, aside(file)), undo: putBack },
  "its folder is moved away": {
    fault: "replaced",
    do: (file) => {
      renameSync(dirname(file), aside(dirname(file)))
      mkdirSync(dirname(file))
    },
    undo: (file) => {
      rmSync(dirname(file), { recursive: true })
      putBack(dirname(file))
    }
  },
  "another database is put in its place": {
    fault: "replaced",
    do: (file) => {
      keep(file)
      another(`${file}.other`)
      renameSync(`${file}.other`, file)
    },
    undo: putBack
  },
  "a copy is put in its place": {
    fault: "replaced",
    do: (file) => {
      keep(file)
      copyInPlace(file)
    },
    undo: putBack
  },
  "its name becomes a link to where it has gone": {
    fault: "replaced",
    do: (file) => {
      renameSync(file, aside(file))
      symlinkSync(aside(file), file)
    },
    undo: putBack
  },
  "the log is deleted": {
    fault: "logReplaced",
    do: (file) => {
      keep(`${file}-wal`)
      unlinkSync(`${file}-wal`)
    },
    undo: (file) => putBack(`${file}-wal`)
  },
  "the log is moved away": {
    fault: "logReplaced",
    do: (file) => renameSync(`${file}-wal`, aside(`${file}-wal`)),
    undo: (file) => putBack(`${file}-wal`)
  },
  "a copy of the log is put in its place": {
    fault: "logReplaced",
    do: (file) => {
      keep(`${file}-wal`)
      copyInPlace(`${file}-wal`)
    },
    undo: (file) => putBack(`${file}-wal`)
  }
}

const damages: Readonly<Record<string, Harm>> = {
  "a copy is written over the file": { fault: "overwritten", do: (file) => writeFileSync(file, readFileSync(file)) },
  "another database is written over the file": {
    fault: "overwritten",
    do: (file) => {
      another(`${file}.other`)
      copyFileSync(`${file}.other`, file)
    }
  },
  "the log is emptied": { fault: "logCut", do: (file) => truncateSync(`${file}-wal`, 0) },
  "half of the log is cut off": { fault: "logCut", do: (file) => halve(`${file}-wal`) },
  "the log's end is overwritten": {
    fault: "logCut",
    do: (file) => {
      const { length } = readFileSync(`${file}-wal`)
      truncateSync(`${file}-wal`, length - 100)
      appendFileSync(`${file}-wal`, Buffer.alloc(100, 7))
    }
  },
  "the lock file is deleted": { fault: "unlocked", do: (file) => unlinkSync(`${file}-lock`) }
}

/** A single commit does not notice them. Only a check of all files does: every 50 ms, or when health is asked for. */
const hidden = new Set(["the log's end is overwritten", "the lock file is deleted"])

const withFile = <A, E>(body: (file: string) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.gen(function* () {
    const file = join(yield* folder, "data", "sellerkit.db")
    mkdirSync(dirname(file))
    return yield* body(file)
  })

describe("nothing is read or written, and health says so, until it is put back, when", () => {
  const parent = mkdtempSync(join(tmpdir(), "sellerkit-lost-"))
  const file = join(parent, "data", "sellerkit.db")
  mkdirSync(dirname(file))
  const runtime = ManagedRuntime.make(storage(file))
  beforeAll(() => runtime.runPromise(insertWebhook))
  afterAll(async () => {
    await runtime.dispose()
    rmSync(parent, { recursive: true })
  })

  const within = <A, E>(body: Effect.Effect<A, E, SqliteStorage.SqliteHealth | StoragePorts>) =>
    Effect.promise(() => runtime.runPromise(body))

  let published = 0
  for (const [title, { do: harm, fault: expected, undo }] of Object.entries(losses)) {
    it.live(title, () =>
      within(
        Effect.gen(function* () {
          assert.isUndefined(yield* fault)
          yield* publish(published++)
          harm(file)
          yield* Effect.sleep(untilLookedAt)
          yield* isRefused(expected)
          assert.strictEqual(yield* fault, expected)
          undo(file)
          assert.isUndefined(yield* fault)
          yield* publish(published++)
          yield* claim
        })
      )
    )
  }
})

describe("nothing is read or written any more, and health says so, when", () => {
  for (const [title, { do: harm, fault: expected }] of Object.entries(damages)) {
    it.live(title, () =>
      withFile((file) =>
        withEvents(
          file,
          5,
          Effect.gen(function* () {
            harm(file)
            yield* hidden.has(title) ? fault : Effect.sleep(untilLookedAt)
            yield* isRefused(expected)
            assert.strictEqual(yield* fault, expected)
          })
        )
      )
    )
  }
})

const atOnce = 50

/**
 * Publishes as many as are given, many at once, does the harm when a few are accepted, and gives how many were accepted of which
 * the writing had not begun by then.
 */
const acceptedAfter = Effect.fnUntraced(function* (count: number, harm: () => void) {
  let [before, after] = [0, 0]
  let isDone = false
  let doneAt = Number.POSITIVE_INFINITY
  const one = (number: number) =>
    Effect.suspend(() => {
      const isLater = performance.now() > doneAt + untilLookedAt
      return Effect.map(Effect.exit(publish(number)), (exit) => {
        if (Exit.isFailure(exit)) return
        if (isLater) after += 1
        else before += 1
        if (before < 2 * atOnce || isDone) return
        harm()
        isDone = true
        doneAt = performance.now()
      })
    })
  yield* Effect.forEach(
    Array.makeBy(count, (index) => 100 + index),
    one,
    { concurrency: atOnce }
  )
  assert.isTrue(isDone)
  return after
})

describe("what is published from then on is not accepted, although much is being written, when", () => {
  for (const [title, { do: harm }] of Object.entries({
    "a copy is put in its place": losses["a copy is put in its place"]!,
    "another database is written over it": damages["another database is written over the file"]!,
    "the log is emptied": damages["the log is emptied"]!,
    "half of the log is cut off": damages["half of the log is cut off"]!
  })) {
    it.live(title, () =>
      withFile((file) =>
        withEvents(
          file,
          1,
          Effect.map(
            acceptedAfter(6 * atOnce, () => harm(file)),
            (after) => assert.strictEqual(after, 0)
          )
        )
      )
    )
  }
})

/** What the next process would find. */
const foundAgain = (file: string) => {
  const database = new DatabaseSync(file)
  try {
    return database.prepare("select count(*) as events from event").get()!["events"]
  } finally {
    database.close()
  }
}

describe("what was accepted", () => {
  it.live("is in the database when the log is deleted again after it was put back", () =>
    withFile((file) =>
      withEvents(
        file,
        5,
        Effect.gen(function* () {
          const lose = losses["the log is deleted"]!
          lose.do(file)
          assert.strictEqual(yield* fault, "logReplaced")
          lose.undo(file)
          assert.isUndefined(yield* fault)
          for (let number = 5; number < 10; number++) yield* publish(number)
          lose.do(file)
          assert.strictEqual(yield* fault, "logReplaced")
          copyFileSync(file, `${file}.found`)
          assert.strictEqual(foundAgain(`${file}.found`), 10)
        })
      )
    )
  )

  it.live("is in the database when the log is deleted, although the process is not closed", () =>
    withFile((file) =>
      withEvents(
        file,
        5,
        Effect.gen(function* () {
          unlinkSync(`${file}-wal`)
          yield* fault
          copyFileSync(file, aside(file))
          assert.strictEqual(foundAgain(aside(file)), 5)
        })
      )
    )
  )

  it.live("is not destroyed by closing over a log that was cut", () =>
    withFile((file) =>
      Effect.gen(function* () {
        // In the file itself.
        yield* withEvents(file, 5, Effect.void)
        yield* Effect.gen(function* () {
          for (let number = 5; number < 10; number++) yield* publish(number)
          copyFileSync(`${file}-wal`, aside(file))
          halve(`${file}-wal`)
          yield* fault
        }).pipe(Effect.provide(storage(file)))
        copyFileSync(file, `${file}.copy`)
        assert.strictEqual(foundAgain(`${file}.copy`), 5)
        copyFileSync(aside(file), `${file}.copy-wal`)
        assert.strictEqual(foundAgain(`${file}.copy`), 10)
      })
    )
  )
})

describe("what was put in the place of a file that is open", () => {
  it.live("is left as it is when the process closes", () =>
    withFile((file) =>
      Effect.gen(function* () {
        yield* withEvents(
          file,
          5,
          Effect.gen(function* () {
            another(`${file}.other`)
            copyFileSync(`${file}.other`, file)
            assert.strictEqual(yield* fault, "overwritten")
          })
        )
        assert.deepStrictEqual(readFileSync(file), readFileSync(`${file}.other`))
      })
    )
  )
})

/** Another process that has the file open, as the shell of SQLite has. */
const elsewhere = (file: string, code: string) =>
  Effect.callback<void, Error>((resume) => {
    const program = `const database = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(file)}, { timeout: 5000 }); ${code}; database.close()`
    execFile(process.execPath, ["-e", program], (error) => resume(error ? Effect.fail(error) : Effect.void))
  })

describe("nothing is wrong", () => {
  it.live("although another process reads, copies and writes, and moves the log into the database", () =>
    withFile((file) =>
      withEvents(
        file,
        1,
        Effect.gen(function* () {
          const busy = Effect.forEach(
            Array.makeBy(1000, (index) => 100 + index),
            publish,
            { concurrency: atOnce }
          )
          const other = elsewhere(
            file,
            `for (const mode of ["passive", "full", "restart", "truncate", "truncate", "restart"]) {
              database.exec("pragma wal_checkpoint(" + mode + ")");
              database.exec("create table if not exists note (text); insert into note values (1)");
              database.prepare("select count(*) from event").get();
            }
            database.exec("vacuum into " + JSON.stringify(${JSON.stringify(aside(file))}).replaceAll('"', "'"))`
          )
          yield* Effect.all([busy, other, Effect.andThen(Effect.sleep("20 millis"), fault)], {
            concurrency: "unbounded"
          })
          assert.isUndefined(yield* fault)
          yield* publish(5000)
          assert.isUndefined(yield* fault)
        })
      )
    )
  )

  it.live("although the log is moved into the database again and again, as it grows", () =>
    withFile((file) =>
      withEvents(
        file,
        1,
        Effect.gen(function* () {
          const text = "x".repeat(1_000_000)
          // More than twice as much as the log holds.
          const large = (number: number) =>
            Effect.flatMap(EventStore, (store) =>
              store.append(owner, [{ ...event(number), payload: JSON.stringify({ text }) }])
            )
          for (let number = 100; number < 250; number++) {
            yield* large(number)
            if (number % 10 === 0) assert.isUndefined(yield* fault)
          }
          assert.isUndefined(yield* fault)
          assert.isAbove(statSync(file).size, 100_000_000)
        })
      )
    )
  )
})
