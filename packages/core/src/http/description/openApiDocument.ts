/** The published description of an API as this installation runs it. */
import { Duration, Effect, Record } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { TokenType } from "../../access/Access.ts"
import type { ApiChange } from "../../lifecycle/ApiChange.ts"
import { ChangeLog } from "../../lifecycle/changeLog.ts"
import { LifecyclePolicy } from "../../lifecycle/LifecyclePolicy.ts"
import { lifecycleOf, type OperationLifecycle } from "../../lifecycle/OperationLifecycle.ts"
import { type Limit, Limits } from "../../limits/Limits.ts"
import { moscowDay } from "../../time/MoscowTime.ts"
import { numericIds } from "../../validation/WholeNumber.ts"
import { lifecycleHeaders } from "../lifecycle/lifecycleHeaders.ts"
import { operationPaths } from "../operation/Operation.ts"
import { pathNamesOfAll, publishedPath } from "../paths/pathNames.ts"
import { AnswerLanguage, type Language } from "../refusals/Language.ts"
import type { DescribedLimit } from "./answerHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import { readable } from "./readable.ts"
import type { Bounds } from "../operation/Operation.ts"

/** A limit as it is declared, or as the installation has it instead. */
type LimitOf = (name: string, declared: Limit) => DescribedLimit

/** What the change log says about an operation. */
export interface DescribedLifecycle extends Pick<OperationLifecycle, "disabledOn" | "successor"> {
  readonly deprecatedOn: string
  /** The headers of its answers, as they are on a service that is mounted nowhere. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether it is refused once it is switched off. */
  readonly isEnforced: boolean
}

/** What an installation makes of the declared operations. */
export interface Installation {
  readonly limitOf: LimitOf
  readonly language: Language
  /** By method and path. Undefined for operations that stay, and for all of them where the installation ignores their dates. */
  readonly lifecycleOf: (operation: string) => DescribedLifecycle | undefined
}

/** The texts about the declared operations, and the code that joins them. Both are loaded when somebody reads. */
export interface Describing<Facts> {
  readonly describe: (generated: Description, installation: Installation, facts: Facts) => Description
}

/** The ids in queries are numbers, as all ids of the marketplace. */
const ofCampaign = { ...numericIds, minimum: 1 }
const bounds: Bounds = { id: ofCampaign, advert_id: ofCampaign }

const describedLimit = ({ permits, window }: Limit): DescribedLimit => ({
  permits,
  window: String(window),
  seconds: Math.ceil(Duration.toSeconds(Duration.fromInputUnsafe(window)))
})

/** Whether any token is good for an operation. Its document has no 403 then. */
const isForEveryToken = (operation: Description): boolean =>
  operation["x-token-category"] === "any" &&
  operation["x-token-access"] === undefined &&
  TokenType.literals.every((type) => operation["x-token-types"].includes(type))

const withoutForbidden = (operation: Description): Description => {
  const { 403: _forbidden, ...responses } = operation["responses"]
  return isForEveryToken(operation) ? { ...operation, responses } : operation
}

/** What the change log says of operations, by their names. `pathOf`: the path of an operation that is served here. */
const makeLifecycleOf = (
  changes: ReadonlyArray<ApiChange>,
  { operations }: LifecyclePolicy,
  pathOf: (operation: string) => string | undefined
): Installation["lifecycleOf"] => {
  return (operation) => {
    const lifecycle = operations === "ignore" ? undefined : lifecycleOf(changes, operation)
    if (lifecycle === undefined) return undefined
    const { deprecatedAt, disabledAt, successor } = lifecycle
    return {
      ...lifecycle,
      deprecatedOn: moscowDay(deprecatedAt),
      headers: lifecycleHeaders(lifecycle, successor && pathOf(successor), "/"),
      isEnforced: operations === "enforce" && disabledAt !== undefined
    }
  }
}

/** `factsOf`: further facts about the installation. */
export const openApiDocument = <Id extends string, Groups extends HttpApiGroup.Constraint, Facts>(
  api: HttpApi.HttpApi<Id, Groups>,
  load: () => Promise<Describing<Facts>>,
  factsOf: (generated: Description) => Effect.Effect<Facts>
): Effect.Effect<Description> =>
  Effect.gen(function* () {
    const { describe } = yield* Effect.promise(load)
    const replaced = yield* Limits
    const language = yield* AnswerLanguage
    const paths = operationPaths(api.groups)
    const lifecycleOf = makeLifecycleOf(yield* ChangeLog, yield* LifecyclePolicy, (name) => paths.get(name))
    const pathNames = pathNamesOfAll(api.groups)
    const described = readable<Description>(OpenApi.fromApi(api), bounds, pathNames)
    const generated = {
      ...described,
      paths: Record.mapKeys(
        mapParts(described["paths"], (methods) => mapParts(methods, withoutForbidden)),
        (path: string) => publishedPath(path, pathNames)
      )
    }
    const limitOf: LimitOf = (name, declared) => describedLimit(replaced[name] ?? declared)
    return describe(generated, { limitOf, language, lifecycleOf }, yield* factsOf(generated))
  })
