/** `DATABASE_URL`, or else a PostgreSQL that is there as long as the example: the one that this repository is tested with. */
import { Effect, Exit, Scope } from "effect"
import { startPrivateServer } from "../../test/postgres/privateServer.ts"

export interface Database {
  readonly url: string
  close(): Promise<void>
}

export const openDatabase = async (): Promise<Database> => {
  const given = process.env.DATABASE_URL ?? ""
  if (given !== "") return { url: given, close: async () => {} }
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    const { url } = await Effect.runPromise(Scope.provide(startPrivateServer(), scope))
    return { url, close }
  } catch {
    await close()
    throw new Error("No PostgreSQL can be started here: set DATABASE_URL to an empty database of a server of yours")
  }
}
