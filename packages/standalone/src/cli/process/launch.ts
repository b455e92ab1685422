/** What all commands that run the service share: profile, log, and the message when it cannot run. */
import type { PublicKeyInvalid, StorageError } from "@sellerkit/core"
import { Effect, Layer, Logger, type Option, type PlatformError } from "effect"
import type { HttpServerError } from "effect/http"
import { type Database, databaseName } from "../../storage/Database.ts"
import { dataFolder, type DevelopmentState, ensureDevelopmentState } from "../../settings/DevelopmentState.ts"
import type { Profile } from "../../settings/Profile.ts"
import type { ProcessSettings, SettingsInvalid } from "../../settings/Settings.ts"
import { unknownVariables } from "../../settings/unknownVariables.ts"
import { changedWith } from "../../settings/variable.ts"
import { cannotListen } from "./cannotListen.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { fileReason } from "../output/fileReason.ts"
import { reasonOf } from "../output/reasonOf.ts"

/** The input of every command that runs such a process. */
export interface ProcessInput {
  readonly json: boolean
  readonly profile: Profile
  readonly port: Option.Option<string>
  readonly database: Option.Option<string>
}

const developmentState = Effect.catch(
  ensureDevelopmentState,
  Effect.fnUntraced(function* (error) {
    const folder = yield* dataFolder
    return yield* new CommandFailed({
      message: `The development profile cannot keep its keys in ${folder}: ${fileReason(error)}. Choose another folder with SELLERKIT_DATA.`
    })
  })
)

/** The settings, and what the development profile made up of them. */
export const settingsWith = Effect.fnUntraced(function* <Given>(
  load: (profile: Profile, made: DevelopmentState | undefined) => Effect.Effect<Given, SettingsInvalid>,
  profile: Profile
) {
  const made = profile === "development" ? yield* developmentState : undefined
  const settings = yield* Effect.mapError(load(profile, made), ({ message }) => new CommandFailed({ message }))
  return { settings, made }
})

const ofOneProcess: Readonly<Record<Exclude<Database["kind"], "postgres">, string>> = {
  memory: "which no other process sees",
  sqlite: "a file, which one process uses at a time"
}

/** For a process that does a part of the work: the other processes have to reach the database too. */
export const checkShared = (command: string, database: Database): Effect.Effect<void, CommandFailed> =>
  database.kind === "postgres"
    ? Effect.void
    : Effect.fail(
        new CommandFailed({
          message: `${command} shares its work with other processes, and its database is ${databaseName(database)}, ${ofOneProcess[database.kind]}. Name a PostgreSQL database with SELLERKIT_DATABASE=postgres://…, or run sellerkit serve alone, which does everything in one process.`
        })
      )

/** One line of JSON for each log entry, where the output is no terminal. It does not go to the standard output. */
export const logLayer = (profile: Profile) =>
  Logger.layer([
    profile === "production" ? Logger.withConsoleError(Logger.formatJson) : Logger.withConsoleError(Logger.formatLogFmt)
  ])

const checkDatabase = Effect.map(changedWith("SELLERKIT_DATABASE"), (name) =>
  name === "SELLERKIT_DATABASE"
    ? "Check SELLERKIT_DATABASE, or SELLERKIT_DATA where that is not set."
    : `Check ${name}.`
)

const failWith = (message: string) => Effect.fail(new CommandFailed({ message }))
const failOver = (said: string) => Effect.flatMap(checkDatabase, (advice) => failWith(`${said}. ${advice}`))

type CannotRun = HttpServerError.ServeError | PlatformError.PlatformError | PublicKeyInvalid | StorageError

/** One that is misspelled counts for nothing, and what it should have said is as if nobody had said it. */
const tellUnknown = Effect.flatMap(unknownVariables, (names) =>
  names.length === 0
    ? Effect.void
    : Effect.annotateLogs(Effect.logWarning("Variables are set that look like settings and are none"), {
        variables: names.join(", ")
      })
)

/** Runs the process until it is told to stop. */
export const launch = <A, R>(settings: ProcessSettings, running: Layer.Layer<A, CannotRun, R>) =>
  Effect.andThen(tellUnknown, Layer.launch(running)).pipe(
    Effect.provide(logLayer(settings.profile)),
    Effect.catchTags({
      ServeError: ({ cause }) =>
        Effect.flatMap(changedWith("PORT"), (port) => failWith(cannotListen(cause, settings, port))),
      StorageError: ({ cause }) =>
        failOver(`The database ${databaseName(settings.database)} cannot be opened: ${reasonOf(cause)}`),
      PlatformError: ({ message }) =>
        failOver(`The folder of the database ${databaseName(settings.database)} cannot be made: ${message}`),
      PublicKeyInvalid: ({ message }) => failWith(`SELLERKIT_TOKEN_PUBLIC_KEY: ${message}`)
    })
  )
