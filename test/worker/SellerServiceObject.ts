/** A Worker whose Durable Objects are sellers' services, as the adapter makes them, with alarms that ring by the test's clock. */
import { sellerLayer } from "@sellerkit/adapter-worker/seller-layer"
import { Transport } from "@sellerkit/core"
import { DispatcherOnCall, DispatcherOptions } from "@sellerkit/core/delivery"
import { Activity, Drain, keyNames, receiversNetwork, secretKeyBytes } from "@sellerkit/testing/service"
import { Duration, Effect, Latch, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { serve, type Socket } from "./bridge/serve.ts"
import { FakeAlarm, type PlatformStorage } from "./service/FakeAlarm.ts"
import { AlarmCutOff, restingServices, runningServices } from "./service/services.ts"
import { makeCrossing } from "./storagePorts.ts"

interface State {
  readonly storage: PlatformStorage
  abort(reason: string): void
}

declare const WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: Socket & { accept(): void } }

const options = {
  // It knows no other objects.
  sellers: undefined as never,
  allowedNetworks: [receiversNetwork],
  secretKeys: keyNames.map((id) => ({ id, key: secretKeyBytes(id) })),
  // Failures are what scenarios are about: they need no log.
  log: () => {}
}

/** A dispatcher as a scenario wants it, in place of the adapter's. What it sends waits while the gate is closed. */
const dispatcherLayer = (chosen: DispatcherOptions, gate: Latch.Latch) => (beginCall: () => void) =>
  DispatcherOnCall.layerOnArrival(beginCall).pipe(
    Layer.provide(Layer.succeed(DispatcherOptions, chosen)),
    Layer.provide(
      Layer.effect(
        Transport,
        Effect.map(Transport, (transport) =>
          Transport.of({ ...transport, post: (request) => Effect.andThen(gate.await, transport.post(request)) })
        )
      )
    )
  )

const activityLayer = (alarm: FakeAlarm, isWorking: () => boolean, gate: Latch.Latch) =>
  Layer.effect(
    Activity,
    Effect.gen(function* () {
      const { health, nextDue } = yield* DispatcherOnCall
      const working = Effect.gen(function* () {
        const { inFlight, isIdle } = yield* health
        const dueIn = yield* Effect.orDie(nextDue)
        return { inFlight, isIdle, dueIn }
      })
      // Nothing else than its alarm has it do anything by itself.
      const waiting = Effect.map(alarm.dueIn, (dueIn) => ({
        inFlight: 0,
        isIdle: true,
        dueIn: Option.map(dueIn, Duration.millis)
      }))
      return Activity.of({
        look: Effect.suspend(() => {
          gate.openUnsafe()
          return isWorking() ? working : waiting
        }),
        awaitTime: (milliseconds) =>
          Effect.suspend(() => {
            gate.closeUnsafe()
            return TestClock.setTime(milliseconds)
          })
      })
    })
  )

const cutOffLayer = (alarm: FakeAlarm, abort: () => void) =>
  Layer.succeed(AlarmCutOff, {
    endWhenAlarmRings: (ringsAgain) =>
      Effect.sync(() =>
        alarm.nextTime(
          Effect.andThen(ringsAgain ? Effect.void : Effect.promise(() => alarm.giveUp()), Effect.sync(abort))
        )
      )
  })

export class SellerServiceObject {
  private readonly state: State

  constructor(state: State) {
    this.state = state
  }

  /** `?options=`: those of the dispatcher; without them, the service does nothing by itself. */
  async fetch({ url }: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    const crossing = makeCrossing()
    const given = new URL(url).searchParams.get("options")
    const alarm = await FakeAlarm.of(this.state.storage)
    const abort = () => this.state.abort("evicted")
    const gate = Latch.makeUnsafe(true)
    const { begin, following, isWorking, layer, ring } = sellerLayer(
      alarm.objectStorage,
      options,
      (await alarm.objectStorage.getAlarm()) ?? undefined,
      given === null
        ? () => DispatcherOnCall.layer
        : dispatcherLayer(crossing.decode(JSON.parse(given)) as DispatcherOptions, gate)
    )
    const running = () => {
      const bell = Layer.effectDiscard(
        Effect.gen(function* () {
          begin()
          yield* Effect.forkScoped(following)
          yield* Effect.forkScoped(alarm.ringing(yield* ringing))
        })
      )
      return Layer.mergeAll(activityLayer(alarm, isWorking, gate), cutOffLayer(alarm, abort), bell).pipe(
        Layer.provideMerge(layer)
      )
    }
    const ringing = Effect.map(Effect.context<Layer.Success<typeof layer>>(), (context) =>
      Effect.provideContext(ring, context)
    )
    const resting = Layer.effect(
      Drain,
      Effect.map(ringing, (all) => Drain.of({ all }))
    ).pipe(Layer.provideMerge(layer))

    server.accept()
    serve(server, {
      crossing,
      url,
      evict: abort,
      ...(given === null ? { tags: restingServices, layer: resting } : { tags: runningServices, layer: running() })
    })
    return new Response(null, { status: 101, webSocket: client } as ResponseInit)
  }
}

interface Environment {
  readonly SERVICES: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

export default {
  /** The path is the object's name. */
  fetch: (request: Request, { SERVICES }: Environment): Promise<Response> =>
    SERVICES.getByName(new URL(request.url).pathname).fetch(request)
}
