/** The rules of direction (docs/architecture.md): which files may import which. */
import type { Import, Module } from "./modules.ts"

export interface Rule {
  /** What must hold. */
  readonly name: string
  /** One line for each import that breaks it. */
  readonly violations: (modules: ReadonlyArray<Module>) => ReadonlyArray<string>
}

type Judge = (imported: Import, module: Module) => boolean

/** Looks at single imports of some modules. */
const offences =
  (applies: (path: string) => boolean, isOffence: Judge): Rule["violations"] =>
  (modules) =>
    modules
      .filter(({ path }) => applies(path))
      .flatMap((module) =>
        module.imports
          .filter((imported) => isOffence(imported, module))
          .map(({ specifier }) => `${module.path} imports ${specifier}`)
      )

const forbids = (name: string, applies: (path: string) => boolean, isOffence: Judge): Rule => ({
  name,
  violations: offences(applies, isOffence)
})

const core = "packages/core/src/"
const isSource = (path: string): boolean => /^packages\/[^/]+\/src\//.test(path)
const isHandlers = (path: string): boolean => path.endsWith("Handlers.ts")
const isFeature = (path: string): boolean => /^packages\/core\/src\/[^/]+\/feature\.ts$/.test(path)
/** Files beside the folders name all features: what is served, and the entry points. */
const isAssembly = (path: string): boolean => /^packages\/core\/src\/(service\/)?[^/]+\.ts$/.test(path)
/** What serves or declares HTTP: machinery, and a folder of each feature. */
const isHttpSide = (path: string): boolean => /^packages\/core\/src\/(\w+\/)?(http|client|operator)\//.test(path)
const isDomain = (path: string): boolean =>
  path.startsWith(core) && !isHttpSide(path) && !isFeature(path) && !isAssembly(path)

/** Parts of the world outside core that its files may know, and which files. */
const knownOutside: ReadonlyArray<readonly [specifier: RegExp, from: RegExp]> = [
  [/^effect(\/(crypto|encoding|net))?$/, /./],
  // Loaded by a thread that loads little else.
  [/^effect\/Duration$/, /\/delivery\/queue\/claimRules\.ts$/],
  [/^effect\/persistence$/, /\/src\/limits\//],
  [/^effect\/http(-api)?$/, /\/src\/(\w+\/)?(http|client|operator)\//],
  [/^effect\/observability$/, /\/src\/operator\//],
  [/^jose$/, /\/src\/access\/tokens\/Jwt[^/]*\.ts$/],
  [/^@streamparser\/json$/, /\/src\/client\/Rows\.ts$/]
]

const coreIsPortable = forbids(
  "core knows effect, and only where it must more: no HTTP in the domain, no SQL, no Node.js",
  (path) => path.startsWith(core),
  ({ specifier, target }, { path }) =>
    target === undefined && !knownOutside.some(([known, from]) => known.test(specifier) && from.test(path))
)

const domainWithoutHttp = forbids(
  "the domain of core imports nothing that serves or declares HTTP",
  isDomain,
  ({ target }) => target !== undefined && (isHttpSide(target) || isFeature(target) || isAssembly(target))
)

const foundation =
  "access background lifecycle limits observability pagination retention storage time transport validation".split(" ")

/** The folder of core that a file is in, such as `webhooks`. */
const folderOf = (path: string): string => path.slice(core.length).split("/")[0]!

/** What serves features, whatever they are. */
const isMachinery = (path: string): boolean => ["http", "operator"].includes(folderOf(path))

const machineryKnowsNoFeature = forbids(
  "http and operator are machinery: they stand on the foundation, and know no feature",
  (path) => path.startsWith(core) && isMachinery(path),
  ({ target }, { path }) =>
    target !== undefined &&
    !isMachinery(target) &&
    !foundation.includes(folderOf(target)) &&
    // The metrics say how the dispatcher does.
    !(path.startsWith(`${core}operator/metrics/`) && folderOf(target) === "delivery")
)

const handlersBehindFeatures = forbids(
  "handlers of core are imported by their feature and by the operator interface only",
  (path) => !isFeature(path) && path !== `${core}OperatorInterface.ts`,
  ({ target }) => target !== undefined && target.startsWith(core) && isHandlers(target)
)

const featuresInOneList = forbids(
  "features of core are imported by features.ts only",
  (path) => isSource(path) && path !== `${core}features.ts`,
  ({ target }) => target !== undefined && isFeature(target)
)

const declared =
  /^(client\/.*|(Seller|Operator)Api|http\/(operation\/(Operation|Problem|problemMessage|TooManyRequests)|parsing|paths\/pathNames|request\/RequestContext|sellerApi)|http\/refusals\/(InputRefusals|Refused|StatusProblem)|(http|operator)\/middleware\/[^/]+|operator\/(DataOf|described|operatorApi|RecordedLines|viewerQuery)|(\w+\/)+\w+(Api|Errors|Limits|Refusals|View))\.ts$/
/** Declarations and schemas: what a client needs. A service is known by the layers it makes. */
const belongsInClient = ({ code, path }: Module): boolean =>
  declared.test(path.slice(core.length)) || (isDomain(path) && !/\bLayer\./.test(code))

/** What modules import that is loaded with them, from some of them on. `follows`: whether to look further at what a file imports. */
const loadedFrom = (
  modules: ReadonlyArray<Module>,
  isStart: (path: string) => boolean,
  follows: (module: Module) => boolean
): ReadonlyArray<{ readonly module: Module; readonly imported: Import; readonly next: Module | undefined }> => {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const reached = new Set(modules.filter(({ path }) => isStart(path)))
  const loaded = []
  // A set also goes through what is added meanwhile.
  for (const module of reached) {
    for (const imported of module.imports.filter(({ typeOnly }) => !typeOnly)) {
      const next = imported.target === undefined ? undefined : byPath.get(imported.target)
      if (next !== undefined && follows(next)) reached.add(next)
      loaded.push({ module, imported, next })
    }
  }
  return loaded
}

const clientIsLight: Rule = {
  name: "the client reaches declarations and schemas only: no handlers, no middleware layers, no services",
  violations: (modules) =>
    loadedFrom(modules, (path) => path.startsWith(`${core}client/`), belongsInClient)
      .filter(({ next }) => next !== undefined && !belongsInClient(next))
      .map(({ imported, module }) => `${module.path}, which the client reaches, imports ${imported.specifier}`)
}

const writerThread = new Set(["packages/storage-sqlite/src/database/writerThread.ts", `${core}queueRules.ts`])
const knownToWriterThread = /^(node:.*|effect\/(Duration|Predicate)|@sellerkit\/core\/queue-rules)$/

const writerThreadIsLight: Rule = {
  name: "the thread that writes to SQLite starts at once: it loads two modules of effect, and core's rules of the queue",
  violations: (modules) =>
    loadedFrom(
      modules,
      (path) => writerThread.has(path),
      () => true
    )
      .filter(({ imported: { specifier, target } }) => target === undefined && !knownToWriterThread.test(specifier))
      .map(({ imported, module }) => `${module.path}, which the thread loads, imports ${imported.specifier}`)
}

/** Everything that a package may import from outside itself. Core has a rule of its own; standalone joins the others. */
const below: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  core: [/./],
  // Receivers use it without the rest.
  receiver: [],
  "storage-memory": [/^@sellerkit\/core$/, /^effect(\/(crypto|encoding))?$/],
  "storage-sqlite": [
    /^@sellerkit\/core(\/queue-rules)?$/,
    /^effect(\/(crypto|encoding|persistence|Duration|Predicate))?$/,
    /^node:(fs|path|sqlite|worker_threads)$/
  ],
  "storage-pg": [/^@sellerkit\/core$/, /^@effect\/sql-pg$/, /^effect(\/(crypto|encoding|persistence|sql))?$/],
  "transport-node": [
    /^@sellerkit\/core(\/(delivery|http))?$/,
    /^effect(\/(crypto|encoding|http|net))?$/,
    /^@effect\/platform-node-shared\/NodeHttpCompression$/,
    /^@effect\/platform-node-shared\/NodeStream$/,
    /^node:(crypto|dns|net|os|tls)$/,
    /^undici$/
  ],
  sandbox: [
    /^@sellerkit\/(core(\/(delivery|http|market|service))?|storage-memory|transport-node)$/,
    /^effect(\/(crypto|http|net|persistence|testing))?$/,
    /^node:(http|net|process|stream\/(consumers|promises)|timers)$/
  ],
  "adapter-worker": [
    /^@sellerkit\/(core(\/(delivery|http|operator|service))?|embed\/portable|storage-sqlite\/durable-object)$/,
    /^effect(\/(crypto|http|http-api))?$/,
    /^cloudflare:workers$/
  ],
  "adapter-express": [/^@sellerkit\/core(\/http)?$/, /^effect$/, /^node:(http|stream)/],
  embed: [
    /^@sellerkit\/(core(\/(delivery|http|operator|service))?|transport-node)$/,
    /^effect(\/(crypto|net|persistence))?$/
  ],
  testing: [
    /^@sellerkit\/core(\/(client|delivery|http|market|operator|service))?$/,
    /^effect(\/(crypto|encoding|http|net|persistence|testing))?$/,
    /^node:/,
    /^(@effect\/vitest|vitest|standardwebhooks|ajv\/dist\/2020\.js|ajv-formats)$/
  ],
  console: [
    /^@sellerkit\/core(\/(client|delivery|http|operator))?$/,
    /^effect(\/(crypto|encoding|http|http-api|persistence))?$/,
    /^node:(fs\/promises|path)$/,
    /^(preact(\/hooks)?|@preact\/signals|uplot)$/
  ],
  standalone: [/./]
}

const packagesPointDown = forbids(
  "a package imports only the packages below it (its row in rules.ts)",
  isSource,
  ({ specifier, target }, { path }) =>
    target === undefined && below[path.split("/")[1]!]?.some((known) => known.test(specifier)) !== true
)

/** The package, example or folder that a file belongs to. */
const owner = (path: string): string | undefined => /^((packages|examples)\/[^/]+|[^/]+)/.exec(path)?.[0]

/** What some folders lend to others, although it is no entry point. */
const lent: ReadonlyArray<readonly [target: RegExp, to: RegExp]> = [
  // What starts servers and processes. Tests use nothing of benchmarks and chaos.
  [/^test\/(fixtures|postgres)\//, /^(bench|chaos)\//],
  // The servers that answers of many rows go through, without the service behind them.
  [/^packages\/(sandbox\/src\/webServer|standalone\/src\/server\/makeServer)\.ts$/, /^test\/streaming\//],
  // The application, as a service has it, its list of pages, and a browser.
  [/^packages\/console\/build\/app\.ts$/, /^(test\/(console|worker)|bench)\//],
  [/^packages\/console\/src\/app\/routing\/pages\.ts$/, /^test\/console\//],
  [/^test\/console\/chromium\.ts$/, /^bench\//],
  // The list of the tables that stand beside the tests of each feature.
  [/^packages\/core\/test\/contract\/(FeatureContract|features)\.ts$/, /^test\/contract\.test\.ts$/]
]

const isLent = (target: string, path: string): boolean =>
  lent.some(([targets, users]) => targets.test(target) && users.test(path))

const entryPointsOnly = (entryPoints: ReadonlySet<string>): Rule =>
  forbids(
    "packages meet at their entry points: no paths into another package, no deep imports, but what one lends to another (lent in rules.ts)",
    () => true,
    ({ specifier, target }, { path }) =>
      target === undefined
        ? specifier.startsWith("@sellerkit/") && !entryPoints.has(specifier)
        : owner(target) !== owner(path) && !isLent(target, path)
  )

/** Folders of the domain, from left to right. */
const order: ReadonlyArray<ReadonlyArray<string>> = [
  [...foundation, "catalog", "dispatchers", "history", "records"],
  ["webhooks"],
  ["events"],
  ["delivery"]
]

/** Folders that it does not name are features that stand on all of these. */
const rank = (path: string): number => {
  const named = order.findIndex((folders) => folders.includes(folderOf(path)))
  return named < 0 ? order.length : named
}

const domainPointsLeft = forbids(
  "folders of the domain import to the left only: foundation ← webhooks ← events ← delivery ← features",
  isDomain,
  ({ target }, { path }) => target !== undefined && isDomain(target) && rank(target) > rank(path)
)

/** The folders of delivery, and the folders that each stands on. What is beside them, such as its entry point, is on top. */
const deliveryFolders: Readonly<Record<string, ReadonlyArray<string>>> = {
  queue: [],
  policy: ["queue"],
  request: ["queue", "policy"],
  flight: ["queue", "policy", "request"],
  dispatcher: ["queue", "policy", "flight"],
  resend: ["queue"]
}

/** The folder of delivery that a file is in, such as `queue`; undefined for one that is in none. */
const deliveryFolder = (path: string): string | undefined => /^packages\/core\/src\/delivery\/(\w+)\//.exec(path)?.[1]

const deliveryPointsLeft = forbids(
  "folders of delivery import to the left only: queue ← policy ← request ← flight ← dispatcher, and queue ← resend; dispatcher sends through flight alone",
  (path) => deliveryFolder(path) !== undefined,
  ({ target }, { path }) => {
    if (target === undefined || folderOf(target) !== "delivery") return false
    const [from, to] = [deliveryFolder(path)!, deliveryFolder(target)]
    return to === undefined || (to !== from && deliveryFolders[from]?.includes(to) !== true)
  }
)

/** Folders of the storage drivers, from left to right. No driver has all of them. */
const driverFolders =
  "connection state files schema rows stored lanes database records webhooks events delivery maintenance".split(" ")

/** The package and the folder of a file of a driver. */
const inDriver = /^(packages\/storage-\w+)\/src\/(\w+)/

/** Files beside the folders join them, and are named by none. */
const driverRank = (path: string): number => {
  const place = driverFolders.indexOf(inDriver.exec(path)?.[2] ?? "")
  return place < 0 ? driverFolders.length : place
}

const driversPointLeft = forbids(
  `folders of a storage driver import to the left only: ${driverFolders.join(" ← ")}`,
  (path) => inDriver.test(path),
  ({ target }, { path }) => target !== undefined && inDriver.test(target) && driverRank(target) > driverRank(path)
)

/** The shortest way from a file back to itself. */
const cycleThrough = (
  start: string,
  imports: ReadonlyMap<string, ReadonlyArray<string>>
): ReadonlyArray<string> | undefined => {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const path of queue) {
    for (const target of imports.get(path) ?? []) {
      if (target === start) {
        const way = [start]
        for (let step = path; step !== start; step = cameFrom.get(step)!) way.unshift(step)
        return [start, ...way]
      }
      if (!cameFrom.has(target)) {
        cameFrom.set(target, path)
        queue.push(target)
      }
    }
  }
  return undefined
}

const noCycles: Rule = {
  name: "no file imports itself by a detour, not even for types",
  violations: (modules) => {
    const imports = new Map(
      modules.map(({ imports, path }) => [
        path,
        imports.flatMap(({ target }) => (target === undefined ? [] : [target]))
      ])
    )
    const cycles = modules.map(({ path }) => cycleThrough(path, imports)).filter((cycle) => cycle !== undefined)
    // Each is found from all of its files, and shown from the first.
    return cycles.filter((cycle) => cycle.every((path) => path >= cycle[0]!)).map((cycle) => cycle.join(" → "))
  }
}

const noPredecessors = forbids(
  "nothing comes from the modules that effect replaced",
  () => true,
  ({ specifier }) => /^(effect\/unstable|@effect\/(platform|schema|sql))(\/|$)/.test(specifier)
)

/** Sources that may ask the machine for the time or for random values, and why. */
const ofTheMachine: ReadonlyArray<readonly [path: string, reason: string]> = [
  ["packages/console/src/app/", "runs in a browser, before somebody who looks"],
  ["packages/adapter-express/src/sendResponse.ts", "has the socket measure for how long a caller reads nothing"],
  ["packages/receiver/src/Platform.ts", "is where the package that does without effect asks for them"],
  ["packages/sandbox/src/time/RealTime.ts", "tells how long receivers take, whatever a test does with timers"],
  ["packages/standalone/src/randomness.ts", "is the randomness of the service, as a service"],
  [
    "packages/storage-pg/src/connection/AnswerLimit.ts",
    "waits for a network, which takes real time also in a simulation"
  ],
  ["packages/storage-pg/src/connection/ending.ts", "does so as well"],
  ["packages/testing/src/api/", "talks over HTTP to a service that lives in real time"],
  ["packages/testing/src/described/", "talks over HTTP to a service that lives in real time"],
  [
    "packages/storage-sqlite/src/database/Integrity.ts",
    "looks at files, which are lost in real time also in a simulation"
  ],
  ["packages/storage-sqlite/src/database/writerThread.ts", "does so as well"]
]

const ambient =
  /\b(Date\.now|performance\.now|Math\.random|randomUUID|setTimeout|setInterval|setImmediate)\b|\bnew Date\(\s*\)/g

const noAmbientTime: Rule = {
  name: "time and randomness come from services, so that tests decide them",
  violations: (modules) =>
    modules
      .filter(({ path }) => isSource(path) && !ofTheMachine.some(([exempt]) => path.startsWith(exempt)))
      .flatMap(({ code, path }) => [...code.matchAll(ambient)].map(([found]) => `${path} uses ${found}`))
}

export const rulesFor = (entryPoints: ReadonlySet<string>): ReadonlyArray<Rule> => [
  coreIsPortable,
  domainWithoutHttp,
  machineryKnowsNoFeature,
  handlersBehindFeatures,
  featuresInOneList,
  clientIsLight,
  writerThreadIsLight,
  packagesPointDown,
  entryPointsOnly(entryPoints),
  domainPointsLeft,
  deliveryPointsLeft,
  driversPointLeft,
  noCycles,
  noPredecessors,
  noAmbientTime
]
