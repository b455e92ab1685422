/** Error codes of Node.js and undici as failures that delivery history can show. */
import { assert, describe, it } from "@effect/vitest"
import { HttpClientError, HttpClientRequest } from "effect/http"
import { failureOf } from "../../src/transport/FailureCodes.ts"
import { failureTexts, TransportFailure } from "../../src/transport/Transport.ts"

const coded = (code: unknown, cause?: unknown): Error =>
  Object.assign(new Error("hunter2 in the message"), { code }, cause === undefined ? undefined : { cause })

const wrapped = (cause: unknown): Error => new TypeError("fetch failed", { cause })

const kindOf = (cause: unknown): string => failureOf(cause).kind

describe("the code of an error", () => {
  it.each([
    ["ECONNREFUSED", "refused"],
    ["ECONNRESET", "reset"],
    ["EPIPE", "reset"],
    ["UND_ERR_SOCKET", "reset"],
    ["ENOTFOUND", "nameNotFound"],
    ["EAI_AGAIN", "nameNotFound"],
    ["EHOSTUNREACH", "unreachable"],
    ["ENETUNREACH", "unreachable"],
    ["ETIMEDOUT", "timeout"],
    ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
    ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
    ["UND_ERR_HEADERS_OVERFLOW", "protocol"],
    ["HPE_INVALID_CONSTANT", "protocol"],
    ["HPE_HEADER_OVERFLOW", "protocol"],
    ["ERR_ASSERTION", "protocol"],
    ["EPROTO", "tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["ERR_TLS_CERT_ALTNAME_FORMAT", "tls"],
    ["CERT_REVOKED", "tls"],
    ["UNABLE_TO_GET_CRL", "tls"]
  ])("%s is shown as %s", (code, kind) => {
    assert.strictEqual(kindOf(coded(code)), kind)
  })

  it.each([
    ["CERT_HAS_EXPIRED", "the certificate has expired"],
    ["CERT_NOT_YET_VALID", "the certificate is not valid yet"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "the certificate is self-signed"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "a certificate in the chain is self-signed"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate's issuer is unknown"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "the certificate's issuer is unknown"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another host"]
  ])("%s says about the certificate: %s", (code, detail) => {
    assert.strictEqual(failureOf(coded(code)).message, `${failureTexts.tls}: ${detail}`)
  })

  it("of Cloudflare's platform says what may have become of the connection", () => {
    assert.strictEqual(kindOf(new Error("Network connection lost.")), "lost")
    assert.strictEqual(kindOf(new Error("the Network connection lost. it was")), "other")
  })

  it.each(["EACCES", "ERR_INVALID_URL", "UND_ERR_ABORTED", "", "ECONNREFUSED ", "econnrefused", 104, null])(
    "%j says nothing",
    (code) => assert.strictEqual(kindOf(coded(code)), "other")
  )

  it.each([undefined, "HPE_INVALID_CONSTANT", "EACCES"])("%s of what does not parse is shown as protocol", (code) => {
    const error = Object.assign(coded(code), { name: "HTTPParserError" })
    assert.strictEqual(kindOf(wrapped(error)), "protocol")
  })

  it.each(["bad response", "bad upgrade"])("UND_ERR_SOCKET of a %s is shown as protocol", (message) => {
    const error = Object.assign(new Error(message), { code: "UND_ERR_SOCKET" })
    assert.strictEqual(kindOf(wrapped(error)), "protocol")
  })

  it.each(["toString", "constructor", "__proto__"])("%s says nothing", (code) =>
    assert.strictEqual(kindOf(coded(code)), "other")
  )

  it.each(["HOSTNAME_MISMATCH", "INVALID_CA", "INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED", "CRL_HAS_EXPIRED"])(
    "%s is shown as tls",
    (code) => assert.strictEqual(kindOf(coded(code)), "tls")
  )
})

describe("the cause of an error", () => {
  it("is looked through", () => {
    assert.strictEqual(kindOf(wrapped(coded("ECONNREFUSED"))), "refused")
  })

  it("is looked through however deep it is", () => {
    let error: unknown = coded("ECONNRESET")
    for (let depth = 0; depth < 1000; depth++) error = wrapped(error)
    assert.strictEqual(kindOf(error), "reset")
  })

  it("is looked through beyond a code that says nothing", () => {
    assert.strictEqual(kindOf(coded("UND_ERR_ABORTED", coded("ENOTFOUND"))), "nameNotFound")
  })

  it("says less than the error it caused", () => {
    assert.strictEqual(kindOf(coded("ECONNRESET", coded("ENOTFOUND"))), "reset")
  })

  it.each([undefined, null, "ECONNREFUSED", 7, {}, [], () => "ECONNREFUSED"])("that is %j says nothing", (cause) => {
    assert.deepStrictEqual([kindOf(cause), kindOf(wrapped(cause))], ["other", "other"])
  })

  it("may be the error itself", () => {
    const error = coded("EACCES")
    error.cause = error
    assert.strictEqual(kindOf(error), "other")
  })

  it("may lead round in a circle with something to say in it", () => {
    const [one, two, three] = [coded("EACCES"), coded("EACCES"), coded("ECONNREFUSED")]
    one.cause = two
    two.cause = new AggregateError([one, two, three])
    assert.strictEqual(kindOf(one), "refused")
  })

  it("is found in what Effect's HTTP client fails with", () => {
    const request = HttpClientRequest.post("https://receiver.example/")
    const reason = new HttpClientError.TransportError({ request, cause: wrapped(coded("CERT_HAS_EXPIRED")) })
    assert.strictEqual(kindOf(new HttpClientError.HttpClientError({ reason })), "tls")
  })

  it("that is a failure of a transport is that failure", () => {
    const refused = new TransportFailure({ kind: "addressRefused", detail: "loopback" })
    assert.strictEqual(failureOf(wrapped(refused)), refused)
  })
})

describe("several attempts to connect", () => {
  it("are shown as the first of them that says something", () => {
    const attempts = new AggregateError([coded("EACCES"), coded("ENETUNREACH"), coded("ECONNREFUSED")])
    assert.strictEqual(kindOf(wrapped(attempts)), "unreachable")
  })

  it("are looked through to their causes", () => {
    assert.strictEqual(
      kindOf(new AggregateError([wrapped(coded("EACCES")), wrapped(coded("ECONNREFUSED"))])),
      "refused"
    )
  })

  it("are shown as their own code where they have one", () => {
    assert.strictEqual(kindOf(Object.assign(new AggregateError([coded("EACCES")]), { code: "ETIMEDOUT" })), "timeout")
  })

  it("may be none", () => {
    assert.strictEqual(kindOf(new AggregateError([])), "other")
  })

  it("are looked through although one has a cause that is undefined", () => {
    const attempts = new AggregateError([wrapped(undefined), wrapped(coded("ECONNREFUSED"))])
    assert.strictEqual(kindOf(attempts), "refused")
  })
})

describe("the text of a failure", () => {
  it.each(["ECONNREFUSED", "CERT_HAS_EXPIRED", "EACCES"])("of %s repeats nothing of the error's own text", (code) => {
    assert.notInclude(failureOf(coded(code)).message, "hunter2")
  })
})
