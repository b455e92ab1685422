/** What `sellerkit doctor` makes of what it finds: the cases that cannot be brought about at will. */
import { TransportFailure } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { ByteSize, DateTime, Effect, Fiber } from "effect"
import { HttpClient } from "effect/http"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import type { PeerCertificate } from "node:tls"
import { judgeAddresses } from "../src/cli/doctor/addresses.ts"
import { judgeCertificate } from "../src/cli/doctor/certificate.ts"
import type { Check } from "../src/cli/doctor/Check.ts"
import { judgeNewestRecord, judgeServiceClock } from "../src/cli/doctor/clockChecks.ts"
import { findService, type ServiceFound } from "../src/cli/doctor/findService.ts"
import { judgeFreeSpace } from "../src/cli/doctor/judgeFreeSpace.ts"
import { localUrl } from "../src/cli/doctor/portCheck.ts"
import { judgeDispatcher, judgeOpenDatabase, judgeService } from "../src/cli/doctor/serviceChecks.ts"

const now = DateTime.makeUnsafe("2026-11-21T02:00:00Z")
const later = (seconds: number): DateTime.Utc => DateTime.add(now, { seconds })

const said = ({ advice, message, status }: Check): string =>
  `${status}: ${message}${advice === undefined ? "" : ` → ${advice}`}`

describe("what is found", () => {
  it("is little room, or too little", () => {
    const judged = (free: ByteSize.ByteSize) => said(judgeFreeSpace("data", free))
    assert.match(judged(ByteSize.gibibytes(20)), /^ok: 20 GiB are free where data is$/)
    assert.match(judged(ByteSize.mebibytes(1023)), /^warning: 1023 MiB are free.* → Make room/)
    assert.match(judged(ByteSize.mebibytes(99)), /^problem: 99 MiB are free.* → Make room/)
    assert.match(judged(ByteSize.zero), /^problem/)
  })

  it("is a clock that differs from the service's, beyond what tokens may", () => {
    assert.match(said(judgeServiceClock(later(5), now)), /^ok/)
    assert.match(said(judgeServiceClock(later(6), now)), /^warning: This machine's clock is 6s ahead of .* → .*NTP/)
    assert.match(said(judgeServiceClock(now, later(90))), /^warning: This machine's clock is 1m 30s behind/)
  })

  it("is a record of the future", () => {
    assert.match(said(judgeNewestRecord(now, later(-3600))), /^ok: The database was last written 1h ago/)
    assert.match(said(judgeNewestRecord(now, later(5))), /^ok/)
    assert.match(
      said(judgeNewestRecord(now, later(6))),
      /^problem: The newest record of the database is 6s in the future/
    )
  })

  it("is a dispatcher that does not work", () => {
    const running = { _tag: "Running", dispatcher: { inFlight: 1 } } as const
    assert.strictEqual(said(judgeDispatcher(running)), "ok: It gets work from the storage, 1 request under way")
    assert.match(said(judgeDispatcher({ _tag: "Running" })), /^ok: None in this process/)
    const problem = "The dispatcher does not get work from the storage; see the log"
    assert.match(
      said(judgeDispatcher({ ...running, dispatcher: { inFlight: 1, problem } })),
      new RegExp(`^problem: ${problem} → `)
    )
  })

  it("is a database that would not keep what is written, as the service says", () => {
    const running = { _tag: "Running", dispatcher: { inFlight: 1 } } as const
    assert.deepStrictEqual(judgeOpenDatabase(running), [])
    const [check] = judgeOpenDatabase({ ...running, databaseProblem: "The disk of the database is full" })
    assert.match(said(check!), /^problem: The disk of the database is full → .*docs\/operations\.md/)
  })

  it("is a service that does not answer, expected or not", () => {
    const judged = (found: ServiceFound, isNamed = false) => said(judgeService("http://x", found, isNamed))
    assert.match(judged({ _tag: "Nobody" }), /^warning: No service answers at http:\/\/x → Start it/)
    assert.match(judged({ _tag: "Nobody" }, true), /^problem/)
    assert.match(judged({ _tag: "Silent" }), /^problem: What listens at http:\/\/x does not answer/)
    assert.match(judged({ _tag: "Other", status: 200 }), /^problem: .*no service of this kind \(status 200\)/)
  })

  it.effect("is silence, where nobody answers for five seconds", () =>
    Effect.gen(function* () {
      const silent = HttpClient.make(() => Effect.never)
      const asking = yield* Effect.forkChild(
        Effect.provideService(findService("http://127.0.0.1:8080"), HttpClient.HttpClient, silent)
      )
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* Fiber.join(asking), { _tag: "Silent" })
    })
  )

  it("is where the service answers on this machine", () => {
    assert.strictEqual(localUrl({ host: "0.0.0.0", port: 80 }), "http://127.0.0.1:80")
    assert.strictEqual(localUrl({ host: "::", port: 80 }), "http://[::1]:80")
    assert.strictEqual(localUrl({ host: "fd00::1", port: 80 }), "http://[fd00::1]:80")
    assert.strictEqual(localUrl({ host: "10.0.0.7", port: 8080 }), "http://10.0.0.7:8080")
    assert.isUndefined(localUrl({ host: "127.0.0.1", port: 0 }))
  })
})

describe("the addresses of a name", () => {
  const judged = (addresses: ReadonlyArray<string>, allowed: ReadonlyArray<string> = []) => {
    const { allowed: called, check } = judgeAddresses("host.example", addresses, {
      allowed: allowed.map(IpNetwork.fromStringUnsafe)
    })
    return { called, text: said(check) }
  }

  it("are called when they are public or allowed", () => {
    const found = judged(["9.9.9.9", "10.0.0.1"], ["10.0.0.0/8"])
    assert.deepStrictEqual(found, { called: ["9.9.9.9", "10.0.0.1"], text: "ok: host.example is at 9.9.9.9, 10.0.0.1" })
  })

  it("are passed over when some may not be called", () => {
    const { called, text } = judged(["9.9.9.9", "10.0.0.1"])
    assert.deepStrictEqual(called, ["9.9.9.9"])
    assert.match(text, /^warning: .*Never called: 10\.0\.0\.1 \(private\)/)
  })

  it("are a problem when none may be called, or there is none", () => {
    assert.match(judged(["10.0.0.1", "fe80::1"]).text, /^problem: .*10\.0\.0\.1 \(private\), fe80::1 \(link-local\) → /)
    assert.match(judged([]).text, /^problem: host\.example has no address → /)
  })
})

describe("a certificate", () => {
  const certificateOf = (days: number): PeerCertificate =>
    ({
      subjectaltname: "DNS:host.example, DNS:*.host.example, IP Address:9.9.9.9",
      valid_to: DateTime.toDateUtc(DateTime.add(now, { days })).toUTCString()
    }) as PeerCertificate
  const judged = (days: number, failure?: TransportFailure) =>
    said(judgeCertificate({ certificate: certificateOf(days), failure }, now))

  it("names its hosts and its end", () => {
    assert.strictEqual(
      judged(40),
      "ok: The certificate is for host.example, *.host.example, 9.9.9.9, until 2026-12-31T02:00:00Z"
    )
  })

  it("is to be renewed in time", () => {
    assert.match(judged(13), /^warning: .*: in 13d → Renew it/)
    assert.match(judged(14), /^ok/)
  })

  it("that does not count is a problem, with what it says", () => {
    const expired = new TransportFailure({ kind: "tls", detail: "the certificate has expired" })
    assert.match(judged(-1, expired), /^problem: .*has expired\. The certificate is for host\.example.* → Install one/)
  })
})
