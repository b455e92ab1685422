/** How much room a folder's disk has for this user. */
import { ByteSize, type Cause, Context, Effect } from "effect"
import { statfs } from "node:fs/promises"

/** Fails when there is no such folder, or nobody knows. */
export const FreeSpace = Context.Reference<(folder: string) => Effect.Effect<ByteSize.ByteSize, Cause.UnknownError>>(
  "@sellerkit/standalone/FreeSpace",
  {
    defaultValue: () => (folder) =>
      Effect.map(
        Effect.tryPromise(() => statfs(folder, { bigint: true })),
        ({ bavail, bsize }) => ByteSize.bytes(bavail * bsize)
      )
  }
)
