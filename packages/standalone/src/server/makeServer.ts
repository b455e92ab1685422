/** The HTTP server of Node.js that the service listens with, and its limits: guards its connections. */
import { Duration } from "effect"
import { createServer, type Server } from "node:http"
import { lastAnswers, refuseLateRequests } from "./endConnections.ts"
import { holdEarlyRequests } from "./holdEarlyRequests.ts"
import { limitUnreadAnswers, usualUnreadBytes } from "./limitUnreadAnswers.ts"

// our choice: for callers that send or read slowly, on purpose or not, so that they cannot hold every connection.
const patience = {
  headersTimeout: Duration.toMillis("15 seconds"),
  // Headers and body together.
  requestTimeout: Duration.toMillis("30 seconds"),
  // How often both are checked.
  connectionsCheckingInterval: Duration.toMillis("5 seconds"),
  // Longer than load balancers keep theirs, a minute as a rule: they then close first, and lose no request by it.
  keepAliveTimeout: Duration.toMillis("65 seconds")
}

// our choice: milliseconds in which nothing is read of an answer, or nothing is answered.
const silence = Duration.toMillis("60 seconds")

// our choice: several times what callers and their proxies send; with more, a request is answered 431.
const mostHeaders = 100

export const makeServer = (unreadBytes: number = usualUnreadBytes): Server => {
  const server: Server = createServer({
    ...patience,
    ServerResponse: lastAnswers(limitUnreadAnswers(unreadBytes), () => server),
    // There is no other protocol here, and a connection that is given up to one is under none of these limits.
    shouldUpgradeCallback: () => false
  })
  server.maxHeadersCount = mostHeaders
  server.timeout = silence
  // Older Node.js does not ask.
  server.on("upgrade", (_request, socket) => socket.destroy())
  holdEarlyRequests(server)
  refuseLateRequests(server)
  return server
}
