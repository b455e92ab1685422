/** Whether a receiver could be reached: its address, its name, the connection, its certificate, its answer. */
import { AddressPolicy, operationsOwner, refusedHost, UrlCheck, WebhookUrl } from "@sellerkit/core"
import { NodeTransport, type ResolveHost } from "@sellerkit/transport-node"
import { DateTime, Effect, Layer, Result, Schema } from "effect"
import { NetAddress } from "effect/net"
import { judgeAddresses, useAnother } from "./addresses.ts"
import { judgeCertificate } from "./certificate.ts"
import { type Check, ok, problem, warning } from "./Check.ts"
import { openTcp, openTls } from "./connections.ts"

const checkUrl = (text: string, policy: AddressPolicy): Result.Result<URL, Check> => {
  const read = Schema.decodeUnknownResult(WebhookUrl)(text)
  if (Result.isFailure(read))
    return Result.fail(
      problem("address", `It is no URL of a webhook: ${read.failure.message}`, "Give the URL of a webhook")
    )
  const url = new URL(text)
  const kind = refusedHost(url.hostname, policy)
  return kind === undefined
    ? Result.succeed(url)
    : Result.fail(problem("address", `${url.hostname} may not be called: ${kind}`, useAnother))
}

/** The URL's host, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

const isLiteral = (host: string): boolean => Result.isSuccess(NetAddress.ipFromString(host))

const lookUp = (host: string, resolveHost: ResolveHost): Effect.Effect<ReadonlyArray<string>> =>
  isLiteral(host)
    ? Effect.succeed([host])
    : Effect.map(resolveHost(host), (addresses) => addresses.map(({ address }) => address))

/** Connects to each address; the service chooses any of them. */
const checkTcp = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>, port: number) {
  const results = yield* Effect.forEach(addresses, (address) => Effect.result(openTcp(address, port)), {
    concurrency: "unbounded"
  })
  const failures = results.flatMap((result, index) =>
    Result.isFailure(result) ? [`${addresses[index]}: ${result.failure.message}`] : []
  )
  const reached = addresses.filter((_, index) => Result.isSuccess(results[index]!))
  const message = failures.length === 0 ? `Port ${port} takes connections` : `Port ${port}: ${failures.join("; ")}`
  const advice = "Check that the receiver listens there, and that no firewall is in between"
  if (failures.length === 0) return { reached, check: ok("tcp", message) }
  return { reached, check: (reached.length === 0 ? problem : warning)("tcp", message, advice) }
})

const checkTls = Effect.fnUntraced(function* (host: string, address: string, port: number) {
  const shown = yield* Effect.result(openTls(host, address, port))
  if (Result.isSuccess(shown)) return judgeCertificate(shown.success, yield* DateTime.now)
  return problem("tls", shown.failure.message, "Check that the receiver speaks TLS on this port")
})

/** The request of the URL check that sellers can ask for, over the service's own transport. */
const checkAnswer = Effect.fnUntraced(function* (url: string) {
  const { checkStatus, error = "", success } = yield* (yield* UrlCheck).check(operationsOwner, url)
  if (success) return ok("http", "The receiver answered 200")
  if (checkStatus === 401 || checkStatus === 403) {
    const message = `The receiver answered ${checkStatus}, as one may that wants a secret: the check carries none`
    return warning("http", message, "Publish an event to see what it answers to the webhook's own secret")
  }
  return problem("http", error, "See the receiver's log: only status 200 within 10 seconds counts as delivered")
})

const answerLayer = (policy: AddressPolicy, resolveHost: ResolveHost) =>
  UrlCheck.layer.pipe(
    Layer.provide(NodeTransport.layer({ resolveHost }).pipe(Layer.provide(Layer.succeed(AddressPolicy, policy))))
  )

/** Ends with the first step that fails: the others need it. */
const checkSteps = Effect.fnUntraced(function* (text: string, policy: AddressPolicy, resolveHost: ResolveHost) {
  const read = checkUrl(text, policy)
  if (Result.isFailure(read)) return [read.failure]
  const url = read.success
  const host = hostOf(url)
  const isTls = url.protocol === "https:"
  const port = Number(url.port) || (isTls ? 443 : 80)
  const names = judgeAddresses(host, yield* lookUp(host, resolveHost), policy)
  const checks = [ok("address", `${host} may be called`), ...(isLiteral(host) ? [] : [names.check])]
  if (names.allowed.length === 0) return checks
  const { check, reached } = yield* checkTcp(names.allowed, port)
  checks.push(check)
  const [address] = reached
  if (address === undefined) return checks
  const tls = isTls ? yield* checkTls(host, address, port) : undefined
  if (tls !== undefined) checks.push(tls)
  if (tls?.status === "problem") return checks
  checks.push(yield* Effect.provide(checkAnswer(text), answerLayer(policy, resolveHost)))
  return checks
})

export const checkReceiver = (url: string, policy: AddressPolicy, resolveHost: ResolveHost) =>
  Effect.map(checkSteps(url, policy, resolveHost), (checks) => ({ checks }))
