/** The service in memory, under a time that its callers move, for tests in any language. */
import { SeededRandom } from "@sellerkit/sandbox/simulation"
import { Clock, Console, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import type { DevelopmentState } from "../../settings/DevelopmentState.ts"
import { sandboxLayer } from "../../Service.ts"
import { loadSettings, type Settings } from "../../settings/Settings.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { firstToken } from "./firstToken.ts"
import { withFlags } from "./withFlags.ts"
import { launch } from "./launch.ts"
import { type Moment, timeOf } from "../flags/Moment.ts"
import { paintWith } from "../output/Output.ts"
import { reachable } from "./reachable.ts"
import { table } from "../output/Table.ts"
import { type MarketInput, simulatedMarket } from "./simulatedMarket.ts"

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/** Makes up what was not given: the same for the same seed. */
const madeUpOf = (seed: string): DevelopmentState => {
  const random = new SeededRandom(`keys of ${seed}`)
  return { operatorKey: random.text(43, characters), tokenSecret: random.text(43, characters), sellerId: random.uuid() }
}

const announce = ({ operatorKey }: Settings, made: DevelopmentState, asJson: boolean) =>
  HttpServer.addressFormattedWith(
    Effect.fnUntraced(function* (address) {
      const { sellerId } = made
      const token = yield* firstToken(sellerId)
      const api = reachable(address)
      const started = {
        api,
        docs: `${api}/docs`,
        console: `${api}/console`,
        now: DateTime.formatIso(yield* DateTime.now),
        operatorKey: Redacted.value(operatorKey),
        sellerId,
        ...(token !== undefined && { token })
      }
      const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
      const facts = [
        [["dim", "API"], started.api],
        [["dim", "Console"], started.console],
        [["dim", "Documentation"], `${started.docs}, ${api}/operator/docs`],
        [["dim", "Time"], started.now],
        [["dim", "Operator key"], started.operatorKey],
        [["dim", "Seller"], started.sellerId],
        [["dim", "Token"], started.token ?? "made elsewhere"]
      ] as const
      yield* Console.log(
        asJson ? JSON.stringify(started) : `\n${table(facts, { paint: paintWith(canColor), columns: Infinity })}\n`
      )
    })
  )

interface SandboxInput extends MarketInput {
  readonly json: boolean
  readonly port: Option.Option<string>
  readonly startsAt: Option.Option<Moment>
  readonly seed: Option.Option<string>
}

export const runSandbox = Effect.fn("sandbox")(function* (input: SandboxInput) {
  const { json: asJson, seed: given, startsAt } = input
  const market = yield* simulatedMarket(input)
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  const seed = Option.isSome(given) ? given.value : yield* uuidV4()
  const made = madeUpOf(seed)
  const loaded = yield* Effect.mapError(
    loadSettings("development", made),
    ({ message }) => new CommandFailed({ message })
  )
  const settings: Settings = { ...loaded, database: { kind: "memory" } }
  const now = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
  const start = Option.match(startsAt, { onNone: () => now, onSome: (moment) => timeOf(moment, now) })
  const running = sandboxLayer(settings, { seed, startsAt: DateTime.toEpochMillis(start), market })
  yield* launch(settings, Layer.provide(Layer.effectDiscard(announce(settings, made, asJson)), running))
}, withFlags)
