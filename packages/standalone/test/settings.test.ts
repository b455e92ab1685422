import { defaultLifecyclePolicy, documentedRetrySchedule } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import type { Profile } from "../src/settings/Profile.ts"
import { loadServeSettings, loadSettings } from "../src/settings/Settings.ts"

const long = "x".repeat(32)
const made = { operatorKey: "made-up-key", tokenSecret: "made-up-secret", sellerId: "made-up-seller" }

const load = (profile: Profile, env: Record<string, string>) =>
  loadSettings(profile, profile === "development" ? made : undefined).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({ ...env }))
  )

const problems = (profile: Profile, env: Record<string, string>) =>
  Effect.map(Effect.flip(load(profile, env)), (error) => error.problems)

const complete = { SELLERKIT_OPERATOR_KEY: long, SELLERKIT_TOKEN_SECRET: long }

describe("the development profile", () => {
  it.effect("needs nothing: it makes up keys, listens on this machine, and lets local receivers be called", () =>
    Effect.gen(function* () {
      const settings = yield* load("development", {})
      assert.deepInclude(settings, {
        host: "127.0.0.1",
        port: 8080,
        database: { kind: "sqlite", file: "data/sellerkit.db" }
      })
      assert.strictEqual(Redacted.value(settings.operatorKey), "made-up-key")
      assert.deepStrictEqual(settings.allowedNetworks.map(IpNetwork.format), ["127.0.0.0/8", "::1/128"])
    })
  )

  it.effect("takes what the environment says", () =>
    Effect.gen(function* () {
      const settings = yield* load("development", {
        PORT: "9999",
        HOST: "0.0.0.0",
        SELLERKIT_DATABASE: "memory:",
        SELLERKIT_OPERATOR_KEY: long,
        SELLERKIT_ALLOWED_NETWORKS: "10.0.0.0/8, fd00::/8"
      })
      assert.deepInclude(settings, { host: "0.0.0.0", port: 9999, database: { kind: "memory" } })
      assert.strictEqual(Redacted.value(settings.operatorKey), long)
      assert.deepStrictEqual(settings.allowedNetworks.map(IpNetwork.format), ["10.0.0.0/8", "fd00::/8"])
    })
  )

  it.effect(
    "is told in the URL of a database that it is behind a pooler, and takes no parameter about TLS that means nothing",
    () =>
      Effect.gen(function* () {
        const over = (query: string) => load("development", { SELLERKIT_DATABASE: `postgres://u:p@host/shop${query}` })
        const { database } = yield* over("?sslmode=require&pooler=transaction")
        assert.deepInclude(database, { kind: "postgres", pooled: true })
        const url = database.kind === "postgres" ? Redacted.value(database.url) : undefined
        assert.strictEqual(url, "postgres://u:p@host/shop?sslmode=require")
        assert.deepInclude((yield* over("")).database, { pooled: false })
        for (const query of ["?pooler=session", "?ssl=true", "?sslmode=require&sslrootcert=ca.crt"]) {
          const [problem] = yield* problems("development", { SELLERKIT_DATABASE: `postgres://u:p@host/shop${query}` })
          assert.match(problem!, /^SELLERKIT_DATABASE: give .*\?sslmode=require/, query)
        }
      })
  )

  it.effect("keeps records for as many days as it is told to", () =>
    Effect.gen(function* () {
      const { retention } = yield* load("development", { SELLERKIT_KEEP_EVENTS: "7", SELLERKIT_KEEP_HISTORY: "1000" })
      const days = (["events", "deliveries", "history"] as const).map((kind) => Duration.toDays(retention[kind]))
      assert.deepStrictEqual(days, [7, 30, 1000])
      const wrong = { SELLERKIT_KEEP_EVENTS: "0", SELLERKIT_KEEP_DELIVERIES: "a week" }
      assert.deepStrictEqual(yield* problems("development", wrong), [
        "SELLERKIT_KEEP_EVENTS: give a number of days from 1 to 3650",
        "SELLERKIT_KEEP_DELIVERIES: give a number of days from 1 to 3650"
      ])
    })
  )

  it.effect("refreshes reports as often as it is told to, every 30 minutes otherwise", () =>
    Effect.gen(function* () {
      const minutes = Effect.fnUntraced(function* (text?: string) {
        const env = text === undefined ? {} : { SELLERKIT_REPORT_REFRESH: text }
        return Duration.toMinutes((yield* load("development", env)).reportRefresh)
      })
      assert.deepStrictEqual(yield* Effect.all([minutes(), minutes("1"), minutes("1440")]), [30, 1, 1440])
      for (const wrong of ["0", "1441", "1.5", "10 minutes", "-5"]) {
        assert.deepStrictEqual(yield* problems("development", { SELLERKIT_REPORT_REFRESH: wrong }), [
          "SELLERKIT_REPORT_REFRESH: give a number of minutes from 1 to 1440"
        ])
      }
    })
  )

  it.effect("tells the host of failing webhooks where it is told to, with a secret", () =>
    Effect.gen(function* () {
      const url = "https://host.example/operations"
      const none = yield* load("development", {})
      assert.isUndefined(none.operations)
      const given = { SELLERKIT_OPERATIONS_URL: url, SELLERKIT_OPERATIONS_SECRET: long }
      const { operations } = yield* load("development", given)
      assert.deepStrictEqual([operations!.url, Redacted.value(operations!.secret)], [url, long])
      assert.match((yield* problems("development", { SELLERKIT_OPERATIONS_URL: url }))[0]!, /_SECRET is missing/)
      assert.match((yield* problems("development", { SELLERKIT_OPERATIONS_SECRET: long }))[0]!, /_URL is missing/)
      const wrong = { ...given, SELLERKIT_OPERATIONS_URL: "ftp://host.example/" }
      assert.match((yield* problems("development", wrong))[0]!, /^SELLERKIT_OPERATIONS_URL: give the URL/)
    })
  )

  it.effect("keeps its files where it is told to", () =>
    Effect.gen(function* () {
      const settings = yield* load("development", { SELLERKIT_DATA: "/var/lib/sellerkit" })
      assert.deepStrictEqual(settings.database, { kind: "sqlite", file: "/var/lib/sellerkit/sellerkit.db" })
    })
  )
})

describe("what is no setting", () => {
  const { SELLERKIT_TOKEN_SECRET: _secret, ...withoutTokens } = complete
  it.effect.each([
    ["PORT", " "],
    ["PORT", "0x50"],
    ["PORT", "80.5"],
    ["SELLERKIT_KEEP_EVENTS", "1e2"],
    ["SELLERKIT_OPERATOR_KEY", `${"x".repeat(40)} `],
    ["SELLERKIT_OPERATOR_KEY", " ".repeat(40)],
    ["SELLERKIT_OPERATOR_KEY", "ключ".repeat(10)],
    ["SELLERKIT_OPERATIONS_SECRET", `${"x".repeat(20)}\n${"x".repeat(20)}`],
    ["SELLERKIT_TOKEN_JWKS_URL", "issuer.example:8443/jwks.json"],
    ["SELLERKIT_TOKEN_JWKS_URL", "file:///etc/jwks.json"],
    ["SELLERKIT_TOKEN_JWKS_URL", "https://user:hunter2@issuer.example/jwks.json"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://user:hunter2@collector.example"]
  ] as const)("is refused by its name: %s=%s", ([name, value]) =>
    Effect.gen(function* () {
      const others = name === "SELLERKIT_TOKEN_JWKS_URL" ? withoutTokens : complete
      const found = yield* problems("production", { ...others, [name]: value })
      assert.isTrue(
        found.some((problem) => problem.startsWith(`${name}: give `)),
        found.join("\n")
      )
      assert.notInclude(found.join(), "hunter2")
    })
  )
})

describe("the keys of secrets", () => {
  const key = (byte: number, length = 32): string => Buffer.alloc(length, byte).toString("base64")
  const keysOf = (list: string) =>
    Effect.map(load("development", { SELLERKIT_SECRET_KEYS: list }), ({ secretKeys }) => secretKeys.map(({ id }) => id))

  it.effect("are none, or as many as are listed, in their order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load("production", complete)).secretKeys, [])
      assert.deepStrictEqual(yield* keysOf(`2026a:${key(1)}`), ["2026a"])
      assert.deepStrictEqual(yield* keysOf(` 2026-b : ${key(2)} ,\n2026_A:${key(1)},`), ["2026-b", "2026_A"])
    })
  )

  it.effect("show nothing of themselves", () =>
    Effect.gen(function* () {
      const { secretKeys } = yield* load("development", { SELLERKIT_SECRET_KEYS: `2026a:${key(65)}` })
      const shown = `${JSON.stringify(secretKeys)} ${String(secretKeys[0]!.key)}`
      for (const hidden of [key(65), "AAAA", "65,65"]) assert.notInclude(shown, hidden)
    })
  )

  const advice = "list keys as <name>:<base64 of 32 bytes>, the newest first, with commas between them"
  const good = `2026a:${key(1)}`
  const wrong: Readonly<Record<string, ReadonlyArray<string>>> = {
    [`${good},${key(2)}`]: ["entry 2 is not a name and a key with a colon between them"],
    [`${good},2026b:${key(2)}:more`]: ["entry 2 is not a name and a key with a colon between them"],
    [`:${key(2)}`]: ["entry 1 has no name of 1 to 32 letters, digits, dashes or underscores"],
    [`the key:${key(2)}`]: ["entry 1 has no name of 1 to 32 letters, digits, dashes or underscores"],
    // The other way round: what stands for the name is a key.
    [`${key(2)}:2026b`]: ["entry 1 has no name of 1 to 32 letters, digits, dashes or underscores"],
    [`2026b:a key that is no base64,${good}`]: ["entry 1 has a key that is not base64"],
    [`2026b:`]: ["entry 1 has a key of 0 bytes instead of 32"],
    [`2026b:${key(2, 16)}`]: ["entry 1 has a key of 16 bytes instead of 32"],
    [`2026b:${key(2, 33)},${good}`]: ["entry 1 has a key of 33 bytes instead of 32"],
    [`${good},2026b:${key(2)},2026a:${key(3)}`]: ["entries 1 and 3 have the same name"],
    [`${good},2026b:${key(1)}`]: ["entries 1 and 2 have the same key"],
    [`nothing,${good},2026b:x`]: [
      "entry 1 is not a name and a key with a colon between them",
      "entry 3 has a key that is not base64"
    ]
  }
  for (const [list, expected] of Object.entries(wrong)) {
    it.effect(`are refused with what is wrong and without what is in them: ${expected.join(", ")}`, () =>
      Effect.gen(function* () {
        const found = yield* problems("production", { ...complete, SELLERKIT_SECRET_KEYS: list })
        assert.deepStrictEqual(
          found,
          expected.map((problem) => `SELLERKIT_SECRET_KEYS: ${problem}; ${advice}`)
        )
        for (const part of list.split(/[,:]/)) if (part.length > 10) assert.notInclude(found.join("\n"), part)
      })
    )
  }
})

describe("the life of operations", () => {
  it.effect("is announced, and their fields are those that are published, unless something else is given", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load("production", complete)).lifecycle, defaultLifecyclePolicy)
      const { lifecycle } = yield* load("production", {
        ...complete,
        SELLERKIT_LIFECYCLE: "enforce",
        SELLERKIT_REVISION: "dated"
      })
      assert.deepStrictEqual(lifecycle, { operations: "enforce", revision: "dated" })
      const { problems } = yield* Effect.flip(
        load("production", { ...complete, SELLERKIT_LIFECYCLE: "on", SELLERKIT_REVISION: "2026" })
      )
      assert.strictEqual(problems.length, 2)
      assert.match(problems[0]!, /^SELLERKIT_LIFECYCLE.*announce, enforce or ignore/)
      assert.match(problems[1]!, /^SELLERKIT_REVISION.*published or dated/)
    })
  )
})

describe("the retry schedule", () => {
  it.effect("tells refusals of campaigns in Russian, unless another language is given", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* load("production", complete)).language, "ru")
      assert.strictEqual((yield* load("production", { ...complete, SELLERKIT_LANGUAGE: "en" })).language, "en")
      const { problems } = yield* Effect.flip(load("production", { ...complete, SELLERKIT_LANGUAGE: "de" }))
      assert.strictEqual(problems.length, 1)
      assert.match(problems[0]!, /^SELLERKIT_LANGUAGE.*ru or en/)
    })
  )

  it.effect("is the document's where nothing is said, and otherwise as it is said", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load("production", complete)).retries, documentedRetrySchedule)
      const { retries } = yield* load("production", {
        ...complete,
        SELLERKIT_RETRY_FIRST_WAIT: "1 minute",
        SELLERKIT_RETRY_FACTOR: "1.5",
        SELLERKIT_RETRY_LONGEST_WAIT_FOR: "2 days"
      })
      assert.deepStrictEqual(retries, {
        firstWait: Duration.minutes(1),
        factor: 1.5,
        longestWait: Duration.minutes(15),
        longestWaitFor: Duration.days(2)
      })
    })
  )
})

describe("the production profile", () => {
  it.effect("names every secret that is missing, at once", () =>
    Effect.gen(function* () {
      const [operatorKey, tokenSecret, ...more] = yield* problems("production", {})
      assert.match(operatorKey!, /^SELLERKIT_OPERATOR_KEY is missing/)
      assert.match(
        tokenSecret!,
        /^SELLERKIT_TOKEN_SECRET is missing.*SELLERKIT_TOKEN_PUBLIC_KEY.*SELLERKIT_TOKEN_JWKS_URL/
      )
      assert.deepStrictEqual(more, [])
    })
  )

  it.effect("lets no private network be called, and listens for everyone", () =>
    Effect.gen(function* () {
      const settings = yield* load("production", complete)
      assert.deepStrictEqual(settings.allowedNetworks, [])
      assert.strictEqual(settings.host, "0.0.0.0")
    })
  )

  it.effect("takes a secret, a public key or a key set to check tokens with", () =>
    Effect.gen(function* () {
      const kind = (env: Record<string, string>) =>
        Effect.map(load("production", { SELLERKIT_OPERATOR_KEY: long, ...env }), ({ tokenKey }) => tokenKey)
      assert.strictEqual((yield* kind({ SELLERKIT_TOKEN_SECRET: long })).kind, "secret")
      assert.deepStrictEqual(yield* kind({ SELLERKIT_TOKEN_PUBLIC_KEY: "pem", SELLERKIT_TOKEN_ALGORITHM: "RS256" }), {
        kind: "publicKey",
        pem: "pem",
        algorithm: "RS256"
      })
      assert.strictEqual((yield* kind({ SELLERKIT_TOKEN_JWKS_URL: "https://keys.example/" })).kind, "keySetUrl")
    })
  )

  const wrong: ReadonlyArray<readonly [name: string, value: string]> = [
    ["PORT", "http"],
    ["PORT", "65536"],
    ["SELLERKIT_DATABASE", "mysql://localhost"],
    ["SELLERKIT_OPERATOR_KEY", "short"],
    ["SELLERKIT_TOKEN_SECRET", "short"],
    ["SELLERKIT_ALLOWED_NETWORKS", "10.0.0.0/8,everything"],
    ["SELLERKIT_TRUSTED_PROXIES", "10.0.0.0/99"],
    ["SELLERKIT_FRAME_ANCESTORS", "https://seller.example/page"],
    ["SELLERKIT_FRAME_ANCESTORS", "*"],
    ["SELLERKIT_FRAME_ANCESTORS", "https://*"],
    ["SELLERKIT_NAME_SERVERS", "10.0.0.1,ns.example"],
    ["SELLERKIT_RETRY_FACTOR", "twice"]
  ]
  const withPublicKey = { SELLERKIT_OPERATOR_KEY: long, SELLERKIT_TOKEN_PUBLIC_KEY: "pem" }
  const wrongIn: ReadonlyArray<readonly [env: Record<string, string>, name: string, value: string]> = [
    ...wrong.map(([name, value]) => [complete, name, value] as const),
    [complete, "SELLERKIT_RETRY_FIRST_WAIT", "soon"],
    [complete, "SELLERKIT_RETRY_FACTOR", "11"],
    [complete, "SELLERKIT_RETRY_LONGEST_WAIT", "2 days"],
    [complete, "SELLERKIT_RETRY_LONGEST_WAIT", "5 seconds"],
    [complete, "SELLERKIT_RETRY_LONGEST_WAIT_FOR", "30 days"],
    [withPublicKey, "SELLERKIT_TOKEN_ALGORITHM", "none"],
    [{ SELLERKIT_OPERATOR_KEY: long }, "SELLERKIT_TOKEN_JWKS_URL", "not a url"]
  ]
  for (const [env, name, value] of wrongIn) {
    it.effect(`names ${name} when it is ${JSON.stringify(value)}, and shows no secret`, () =>
      Effect.gen(function* () {
        const found = yield* problems("production", { ...env, [name]: value })
        assert.strictEqual(found.length, 1)
        assert.isTrue(found[0]!.startsWith(`${name}:`), found[0])
        if (/KEY|SECRET/.test(name)) assert.notInclude(found[0]!, value)
      })
    )
  }

  it.effect("names every variable that is wrong, at once", () =>
    Effect.gen(function* () {
      const env = { ...complete, ...Object.fromEntries(wrong), SELLERKIT_ALLOWED_NETWORKS: "one,two" }
      const found = yield* problems("production", env)
      assert.sameMembers(
        found.map((problem) => /^\w+/.exec(problem)![0]),
        [...new Set(wrong.map(([name]) => name)), "SELLERKIT_ALLOWED_NETWORKS"]
      )
    })
  )

  const refusesKeys = (title: string, env: Record<string, string>, ...expected: ReadonlyArray<RegExp>) => {
    for (const profile of ["development", "production"] as const) {
      it.effect(`refuses ${title} (${profile})`, () =>
        Effect.gen(function* () {
          const found = yield* problems(profile, { SELLERKIT_OPERATOR_KEY: long, ...env })
          assert.strictEqual(found.length, expected.length, found.join("\n"))
          for (const [index, pattern] of expected.entries()) assert.match(found[index]!, pattern)
        })
      )
    }
  }
  const [secret, publicKey, keySetUrl] = [
    { SELLERKIT_TOKEN_SECRET: long },
    { SELLERKIT_TOKEN_PUBLIC_KEY: "pem" },
    { SELLERKIT_TOKEN_JWKS_URL: "https://keys.example/" }
  ]
  const algorithm = { SELLERKIT_TOKEN_ALGORITHM: "RS256" }
  const alone = /^SELLERKIT_TOKEN_ALGORITHM: .* SELLERKIT_TOKEN_PUBLIC_KEY/

  refusesKeys(
    "a secret together with a public key",
    { ...secret, ...publicKey },
    /^SELLERKIT_TOKEN_SECRET, SELLERKIT_TOKEN_PUBLIC_KEY: .* one/
  )
  refusesKeys(
    "a secret, a public key and a key set together",
    { ...secret, ...publicKey, ...keySetUrl, ...algorithm },
    /^SELLERKIT_TOKEN_SECRET, SELLERKIT_TOKEN_PUBLIC_KEY, SELLERKIT_TOKEN_JWKS_URL: .* one/
  )
  refusesKeys(
    "a secret that is too short together with a key set, for both reasons",
    { SELLERKIT_TOKEN_SECRET: "short", ...keySetUrl },
    /^SELLERKIT_TOKEN_SECRET: .* at least 32/,
    /^SELLERKIT_TOKEN_SECRET, SELLERKIT_TOKEN_JWKS_URL: .* one/
  )
  refusesKeys("an algorithm without a public key", algorithm, alone)
  refusesKeys("an algorithm beside a secret", { ...secret, ...algorithm }, alone)
})

describe("the number of processes", () => {
  const processesOf = (env: Record<string, string>) =>
    loadServeSettings("development", made).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({ ...env }))
    )

  it.effect("is one, or what the environment says", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* processesOf({})).processes, 1)
      assert.strictEqual((yield* processesOf({ SELLERKIT_PROCESSES: "64" })).processes, 64)
    })
  )

  it.effect("is a whole number, and named beside everything else that is wrong", () =>
    Effect.gen(function* () {
      for (const wrong of ["0", "65", "1.5", "-1", "two", "1e1"]) {
        const { problems } = yield* Effect.flip(processesOf({ SELLERKIT_PROCESSES: wrong, PORT: "none" }))
        assert.deepStrictEqual(
          problems,
          ["PORT: give a port number from 0 to 65535", "SELLERKIT_PROCESSES: give a number of processes from 1 to 64"],
          wrong
        )
      }
    })
  )
})
