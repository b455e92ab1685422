/** How many bytes this user may still write to the disk of a folder. */
import { ByteSize, type Cause, Context, Effect } from "effect"
import { statfs } from "node:fs/promises"

/** Fails when the folder does not exist, or the system does not say. */
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
