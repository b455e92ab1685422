/** The rules of direction (docs/architecture.md): who may import whom. */
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
/** What serves or declares HTTP; the rest of core is the domain. */
const isHttpSide = (path: string): boolean =>
  /^packages\/core\/src\/(http|client|operator)\//.test(path) || path.endsWith("Api.ts") || isHandlers(path)
const isDomain = (path: string): boolean => path.startsWith(core) && !isHttpSide(path)

/** Parts of the world outside core that its files may know, and which files. */
const knownOutside: ReadonlyArray<readonly [specifier: RegExp, from: RegExp]> = [
  [/^effect(\/(crypto|encoding|net))?$/, /./],
  [/^effect\/persistence$/, /\/src\/limits\//],
  [/^effect\/http(-api)?$/, /\/src\/(http|client|operator)\/|(Api|Handlers)\.ts$/],
  [/^effect\/observability$/, /\/src\/operator\//],
  [/^jose$/, /\/src\/access\/Jwt[^/]*\.ts$/]
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
  ({ target }) => target !== undefined && isHttpSide(target)
)

const handlersBehindRoutes = forbids(
  "handlers of core are imported by http/Routes.ts only",
  (path) => path !== `${core}http/Routes.ts`,
  ({ target }) => target !== undefined && target.startsWith(core) && isHandlers(target)
)

const declared =
  /^(client\/.*|http\/(Operation|parsing|Problem|RequestContext|SellerApi|tokenDescription|TooManyRequests)|(http|operator)\/middleware\/[^/]+|operator\/(DataOf|described))\.ts$/
/** Declarations and schemas: what a client needs. A service is known by the layers it makes. */
const belongsInClient = ({ code, path }: Module): boolean =>
  path.endsWith("Api.ts") || declared.test(path.slice(core.length)) || (isDomain(path) && !/\bLayer\./.test(code))

const clientIsLight: Rule = {
  name: "the client reaches declarations and schemas only: no handlers, no middleware layers, no services",
  violations: (modules) => {
    const byPath = new Map(modules.map((module) => [module.path, module]))
    const reached = new Set(modules.filter(({ path }) => path.startsWith(`${core}client/`)))
    const found: Array<string> = []
    // A set also goes through what is added meanwhile.
    for (const module of reached) {
      for (const { specifier, target, typeOnly } of module.imports) {
        const next = target === undefined || typeOnly ? undefined : byPath.get(target)
        if (next === undefined) continue
        if (belongsInClient(next)) reached.add(next)
        else found.push(`${module.path}, which the client reaches, imports ${specifier}`)
      }
    }
    return found
  }
}

/** Everything that a package may import from outside itself. Core has a rule of its own; standalone joins the others. */
const below: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  core: [/./],
  // Whoever receives notifications takes it without the rest.
  receiver: [],
  "storage-memory": [/^@sellerkit\/core$/, /^effect(\/(crypto|encoding))?$/],
  "storage-sqlite": [/^@sellerkit\/core$/, /^effect(\/(crypto|encoding))?$/, /^node:(fs|path|sqlite|worker_threads)$/],
  "storage-pg": [/^@sellerkit\/core$/, /^@effect\/sql-pg$/, /^effect(\/(crypto|encoding|persistence|sql))?$/],
  "transport-node": [/^@sellerkit\/core$/, /^effect(\/(crypto|encoding|net))?$/, /^node:(dns|net|tls)$/, /^undici$/],
  sandbox: [
    /^@sellerkit\/(core(\/(delivery|http))?|storage-memory|transport-node)$/,
    /^effect(\/(crypto|http|net|persistence|testing))?$/,
    /^node:(http|net|process|stream\/consumers|timers)$/
  ],
  "adapter-worker": [
    /^@sellerkit\/(core(\/(delivery|http|operator))?|embed\/portable|storage-sqlite\/durable-object)$/,
    /^effect(\/(crypto|http|http-api))?$/,
    /^cloudflare:workers$/
  ],
  "adapter-express": [/^@sellerkit\/core(\/http)?$/, /^effect$/, /^node:(http|stream)/],
  embed: [/^@sellerkit\/(core(\/(delivery|http|operator))?|transport-node)$/, /^effect(\/(crypto|net|persistence))?$/],
  testing: [
    /^@sellerkit\/core(\/(client|delivery|http))?$/,
    /^effect(\/(crypto|encoding|http|net|persistence|testing))?$/,
    /^node:/,
    /^(@effect\/vitest|vitest|standardwebhooks|ajv\/dist\/2020\.js|ajv-formats)$/
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

const entryPointsOnly = (entryPoints: ReadonlySet<string>): Rule =>
  forbids(
    "packages meet at their entry points: no paths into another package, no deep imports",
    () => true,
    ({ specifier, target }, { path }) =>
      target === undefined
        ? specifier.startsWith("@sellerkit/") && !entryPoints.has(specifier)
        : owner(target) !== owner(path)
  )

const foundation =
  "access catalog history limits observability pagination records retention storage time transport validation".split(
    " "
  )
/** Folders of the domain, from left to right. */
const order: ReadonlyArray<ReadonlyArray<string>> = [foundation, ["webhooks"], ["events"], ["delivery"], ["background"]]

/** Files beside the folders join them, and stand right of all. */
const rank = (path: string): number => {
  const [folder, ...rest] = path.slice(core.length).split("/")
  return rest.length === 0 ? order.length : order.findIndex((folders) => folders.includes(folder!))
}

const rightward = offences(
  isDomain,
  ({ target }, { path }) => target !== undefined && isDomain(target) && rank(target) > rank(path)
)

const domainPointsLeft: Rule = {
  name: "folders of the domain import to the left only: foundation ← webhooks ← events ← delivery ← background",
  violations: (modules) => [
    ...modules
      .filter(({ path }) => isDomain(path) && rank(path) < 0)
      .map(({ path }) => `${path} is in a folder that has no place in the order: add it to rules.ts`),
    ...rightward(modules)
  ]
}

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
  ["packages/receiver/src/Platform.ts", "is where the package that does without effect asks for them"],
  ["packages/sandbox/src/time/RealTime.ts", "tells how long receivers take, whatever a test does with timers"],
  ["packages/standalone/src/randomness.ts", "is the randomness of the service, as a service"],
  ["packages/storage-pg/src/AnswerLimit.ts", "waits for a network, which takes real time also in a simulation"],
  ["packages/testing/src/api/", "talks over HTTP to a service that lives in real time"],
  ["packages/testing/src/described/", "talks over HTTP to a service that lives in real time"],
  ["packages/storage-sqlite/src/Soundness.ts", "looks at files, which are lost in real time also in a simulation"],
  ["packages/storage-sqlite/src/writer/thread.ts", "does so as well"]
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
  handlersBehindRoutes,
  clientIsLight,
  packagesPointDown,
  entryPointsOnly(entryPoints),
  domainPointsLeft,
  noCycles,
  noPredecessors,
  noAmbientTime
]
