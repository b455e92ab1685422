/** Checks an installation, and says what to do about each problem. It changes nothing. */
import { storedSecrets } from "@sellerkit/storage-sqlite"
import { makeHostResolver } from "@sellerkit/transport-node"
import { DateTime, Effect, Option, Path } from "effect"
import { dataFolder } from "../../settings/DevelopmentState.ts"
import type { Profile } from "../../settings/Profile.ts"
import { readAddress, readAllowedNetworks, readNameServers, type Settings } from "../../settings/Settings.ts"
import { databaseFile, databaseName } from "../../storage/Database.ts"
import { CommandFailed } from "../CommandFailed.ts"
import type { Connection } from "../connection/connection.ts"
import { defaultUrl } from "../flags/connectionFlags.ts"
import type { Check } from "./Check.ts"
import { checkLine } from "./checkLine.ts"
import { judgeNewestRecord, judgeServiceClock } from "./clockChecks.ts"
import { checkDatabase } from "./databaseChecks.ts"
import { checkFolder, checkFreeSpace, checkSecrets } from "./fileChecks.ts"
import { findService, type RunningService, type ServiceFound } from "./findService.ts"
import { checkPort, localUrl } from "./portCheck.ts"
import { checkReceiver } from "./receiverChecks.ts"
import { checkSecretKeys } from "./secretKeyChecks.ts"
import { checkOperatorKey, judgeDispatcher, judgeOpenDatabase, judgeService } from "./serviceChecks.ts"
import { checkServer } from "./serverChecks.ts"
import { checkSettings } from "./settingsChecks.ts"
import { type AsJson, printAll } from "../output/Output.ts"
import { drawStatus } from "../output/statusLine.ts"

/** Folder, disk and modes of what the service keeps. */
const checkFiles = Effect.fnUntraced(function* (profile: Profile, file: string | undefined) {
  const path = yield* Path.Path
  const data = yield* dataFolder
  // Production keeps nothing but its database.
  const needed = [...(profile === "development" ? [data] : []), ...(file === undefined ? [] : [path.dirname(file)])]
  const folders = new Set(needed.map((folder) => path.normalize(folder)))
  const secrets = [
    ...(profile === "development" ? [path.join(data, "development.json")] : []),
    ...(file === undefined ? [] : [file, `${file}-wal`])
  ]
  const checks = [
    ...(yield* Effect.forEach(folders, checkFolder)),
    ...(yield* Effect.forEach(folders, checkFreeSpace)),
    ...(yield* checkSecrets(secrets))
  ]
  return { checks }
})

interface Asked {
  readonly profile: Profile
  readonly url: Option.Option<string>
  readonly operatorKey: Connection["operatorKey"]
  readonly webhookUrl: Option.Option<string>
}

interface Group {
  readonly checks: ReadonlyArray<Check>
}

/** Prints what a group of checks finds as soon as it is known, and keeps it. */
const makeReport = (asJson: AsJson, found: Array<Check>) =>
  Effect.fnUntraced(function* <A extends Group, E, R>(about: string, look: Effect.Effect<A, E, R>) {
    yield* drawStatus(asJson, `Checking ${about} …`)
    const group = yield* Effect.ensuring(look, drawStatus(asJson, ""))
    if (group.checks.length > 0) {
      yield* printAll(asJson, group.checks, (all, screen) => all.map((check) => checkLine(check, screen)).join("\n"))
    }
    found.push(...group.checks)
    return group
  })

const isRunning = (found: ServiceFound): found is RunningService => found._tag === "Running"

/** The service at the address that is given, or else where the settings say. */
const checkService = Effect.fnUntraced(function* (asked: Asked) {
  const address = Option.getOrUndefined(yield* Effect.option(readAddress(asked.profile)))
  const local = address && localUrl(address)
  const url = Option.getOrElse(asked.url, () => local ?? defaultUrl)
  const found = yield* findService(url)
  const foundHere = local === undefined || local === url ? found : yield* findService(local)
  const checks = address === undefined ? [] : [yield* checkPort(address, foundHere)]
  checks.push(judgeService(url, found, Option.isSome(asked.url)))
  if (isRunning(found)) {
    const { operatorKey } = asked
    checks.push(judgeDispatcher(found), ...judgeOpenDatabase(found), yield* checkOperatorKey({ url, operatorKey }))
    if (found.clocks !== undefined) checks.push(judgeServiceClock(found.clocks.ours, found.clocks.its))
  }
  return { checks, answers: isRunning(found) || isRunning(foundHere) }
})

/** The file, when it was last written, and whether the secrets in it open. */
const checkContent = Effect.fnUntraced(function* (file: string, settings: Settings, serviceAnswers: boolean) {
  const { checks, inspection } = yield* checkDatabase(file, serviceAnswers)
  if (inspection === undefined) return { checks }
  const { newestRecordAt: written, newestSchema, schema } = inspection
  const clock = written === undefined ? [] : [judgeNewestRecord(yield* DateTime.now, written)]
  const keys = schema === newestSchema ? yield* checkSecretKeys(storedSecrets(file), file, settings.secretKeys) : []
  return { checks: [...checks, ...clock, ...keys] }
})

const checkInstallation = Effect.fnUntraced(function* (asked: Asked, report: ReturnType<typeof makeReport>) {
  const { profile, webhookUrl } = asked
  const { settings } = yield* report("the settings", checkSettings(profile))
  const file = settings && databaseFile(settings.database)
  yield* report("the files", checkFiles(profile, file))
  const { answers } = yield* report("the service", checkService(asked))
  if (settings !== undefined && file !== undefined) {
    yield* report("the database", checkContent(file, settings, answers))
  }
  if (settings?.database.kind === "postgres") {
    const { database, processes, secretKeys } = settings
    yield* report("the database", checkServer(database.url, databaseName(database), { processes, secretKeys }))
  }
  if (Option.isSome(webhookUrl)) {
    const allowed = yield* Effect.orElseSucceed(readAllowedNetworks(profile), () => [])
    const servers = yield* Effect.orElseSucceed(readNameServers, () => [])
    yield* report("the receiver", checkReceiver(webhookUrl.value, { allowed }, makeHostResolver({ servers })))
  }
})

interface Input extends Asked {
  readonly json: AsJson
}

export const runDoctor = Effect.fn("doctor")(function* ({ json: asJson, ...asked }: Input) {
  const found: Array<Check> = []
  yield* checkInstallation(asked, makeReport(asJson, found))
  const problems = found.filter(({ status }) => status === "problem").length
  if (problems === 0) return
  return yield* new CommandFailed({
    message: problems === 1 ? "There is a problem" : `There are ${problems} problems`
  })
})
