import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { loadSettings, type Profile } from "../src/Settings.ts"

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
      assert.deepInclude(settings, { host: "127.0.0.1", port: 8080, database: "sqlite:data/sellerkit.db" })
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
      assert.deepInclude(settings, { host: "0.0.0.0", port: 9999, database: "memory:" })
      assert.strictEqual(Redacted.value(settings.operatorKey), long)
      assert.deepStrictEqual(settings.allowedNetworks.map(IpNetwork.format), ["10.0.0.0/8", "fd00::/8"])
    })
  )

  it.effect("keeps its files where it is told to", () =>
    Effect.gen(function* () {
      const settings = yield* load("development", { SELLERKIT_DATA: "/var/lib/sellerkit" })
      assert.strictEqual(settings.database, "sqlite:/var/lib/sellerkit/sellerkit.db")
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
    ["SELLERKIT_TOKEN_ALGORITHM", "none"],
    ["SELLERKIT_TOKEN_JWKS_URL", "not a url"],
    ["SELLERKIT_ALLOWED_NETWORKS", "10.0.0.0/8,everything"],
    ["SELLERKIT_TRUSTED_PROXIES", "10.0.0.0/99"]
  ]
  for (const [name, value] of wrong) {
    it.effect(`names ${name} when it is ${JSON.stringify(value)}, and shows no secret`, () =>
      Effect.gen(function* () {
        const found = yield* problems("production", { ...complete, [name]: value })
        assert.strictEqual(found.length, 1)
        assert.isTrue(found[0]!.startsWith(`${name}:`), found[0])
        if (/KEY|SECRET/.test(name)) assert.notInclude(found[0]!, value)
      })
    )
  }
})
