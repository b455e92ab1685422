/** What the development profile makes up on its first start and keeps, so that tokens and ids survive a restart. */
import { Config, Effect, FileSystem, Path, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"

const DevelopmentState = Schema.Struct({
  operatorKey: Schema.String,
  tokenSecret: Schema.String,
  sellerId: Schema.String
})
export type DevelopmentState = typeof DevelopmentState.Type

export const defaultDataFolder = "data"

/** Where an installation keeps its files: `SELLERKIT_DATA`. */
export const dataFolder = Config.NonEmptyString("SELLERKIT_DATA").pipe(
  Config.withDefault(defaultDataFolder),
  Effect.orDie
)

/** Also where the command line finds the key of a service that runs in the same folder. */
export const developmentFile = Effect.map(dataFolder, (folder) => `${folder}/development.json`)

/** The file is not what this service wrote. */
class DevelopmentStateInvalid extends Schema.TaggedError<DevelopmentStateInvalid>()("DevelopmentStateInvalid", {
  file: Schema.String
}) {
  override get message() {
    return `${this.file} cannot be read; delete it to have a new one made (tokens made with it then stop working)`
  }
}

const Content = Schema.fromJsonString(DevelopmentState)

export const readDevelopmentState = Effect.fnUntraced(function* () {
  const files = yield* FileSystem.FileSystem
  const file = yield* developmentFile
  const text = yield* files.readFileString(file)
  return yield* Effect.mapError(Schema.decodeEffect(Content)(text), () => new DevelopmentStateInvalid({ file }))
})

const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const secret = Effect.map(random.randomBytes(32), Base64Url.encode)
  return { operatorKey: yield* secret, tokenSecret: yield* secret, sellerId: yield* random.uuidV4() }
})

/**
 * The whole file is on disk before it has its name, so that a start that is cut short leaves no half of a file. False where
 * another process that starts at the same time was first.
 */
const writeOnce = Effect.fnUntraced(function* (file: string, content: string, unique: string) {
  const files = yield* FileSystem.FileSystem
  const unfinished = `${file}.${unique}.new`
  const write = Effect.gen(function* () {
    const opened = yield* files.open(unfinished, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(new TextEncoder().encode(content))
    yield* opened.sync
    yield* files.link(unfinished, file)
    return true
  })
  return yield* write.pipe(
    Effect.scoped,
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(false)),
    Effect.ensuring(Effect.ignore(files.remove(unfinished, { force: true })))
  )
})

/** Reads the file, or makes it; only its owner may read it. */
export const ensureDevelopmentState = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = yield* developmentFile
  if (yield* files.exists(file)) return yield* readDevelopmentState()
  const state = yield* make
  yield* files.makeDirectory(path.dirname(file), { recursive: true })
  const content = yield* Effect.orDie(Schema.encodeEffect(Content)(state))
  const isFirst = yield* writeOnce(file, content, state.sellerId)
  return isFirst ? state : yield* readDevelopmentState()
})
