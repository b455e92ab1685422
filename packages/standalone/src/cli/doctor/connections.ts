/** Connections to a receiver, made one step at a time, so that one sees which of them fails. */
import { answerWithin, failureOf, TransportFailure } from "@sellerkit/core"
import { Effect } from "effect"
import { connect as connectTcp, isIP, type Socket } from "node:net"
import { connect as connectTls, type PeerCertificate } from "node:tls"

const silent = new TransportFailure({ kind: "timeout" })

/** Gives what `read` sees of the connection, and closes it. */
const opened = <A, S extends Socket>(open: (onOpen: () => void) => S, read: (socket: S) => A) =>
  Effect.callback<A, TransportFailure>((resume) => {
    const socket = open(() => {
      const seen = read(socket)
      socket.destroy()
      resume(Effect.succeed(seen))
    })
    socket.on("error", (cause) => resume(Effect.fail(failureOf(cause))))
    return Effect.sync(() => socket.destroy())
  })

const inTime = <A>(effect: Effect.Effect<A, TransportFailure>) =>
  Effect.timeoutOrElse(effect, { duration: answerWithin, orElse: () => Effect.fail(silent) })

export const openTcp = (address: string, port: number): Effect.Effect<void, TransportFailure> =>
  inTime(
    opened(
      (onOpen) => connectTcp({ host: address, port }, onOpen),
      () => {}
    )
  )

/** What a receiver shows of itself. */
export interface ShownCertificate {
  readonly certificate: PeerCertificate
  /** Why it does not count; undefined when it does. */
  readonly failure: TransportFailure | undefined
}

/** Takes any certificate, to say what is wrong with it. Nothing is sent. */
export const openTls = (
  host: string,
  address: string,
  port: number
): Effect.Effect<ShownCertificate, TransportFailure> =>
  inTime(
    opened(
      (onOpen) =>
        connectTls(
          {
            host: address,
            port,
            rejectUnauthorized: false,
            ALPNProtocols: ["http/1.1"],
            ...(isIP(host) === 0 ? { servername: host } : undefined)
          },
          onOpen
        ),
      (socket) => ({
        certificate: socket.getPeerCertificate(),
        // Declared as an error, but it is only the code of one.
        failure: socket.authorized ? undefined : failureOf({ code: String(socket.authorizationError) })
      })
    )
  )
