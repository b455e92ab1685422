/** The published description of an API as this installation runs it. */
import { Duration, Effect, Record } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { ChangeLog } from "../../lifecycle/changeLog.ts"
import { LifecyclePolicy } from "../../lifecycle/LifecyclePolicy.ts"
import { lifecycleOf, type OperationLifecycle } from "../../lifecycle/OperationLifecycle.ts"
import { type Limit, Limits } from "../../limits/Limits.ts"
import { numericIds } from "../../validation/WholeNumber.ts"
import { pathNamesOfAll, publishedPath } from "../pathNames.ts"
import { AnswerLanguage, type Language } from "../refusals/Language.ts"
import type { DescribedLimit } from "./answerHeaders.ts"
import type { Description } from "./Description.ts"
import { type Bounds, readable } from "./readable.ts"

/** A limit as it is declared, or as the installation has it instead. */
export type LimitOf = (name: string, declared: Limit) => DescribedLimit

/** What an installation makes of the declared operations. */
export interface Installation {
  readonly limitOf: LimitOf
  readonly language: Language
  /** By method and path. Undefined for operations that stay, and for all of them where the installation ignores their dates. */
  readonly lifecycleOf: (operation: string) => OperationLifecycle | undefined
  /** Whether operations that are switched off are refused. */
  readonly enforces: boolean
}

/** The texts about the declared operations, and the code that joins them. Both are loaded when somebody reads. */
export interface Describing<Facts> {
  readonly describe: (generated: Description, installation: Installation, facts: Facts) => Description
}

/** The ids in queries are numbers, as all ids of the marketplace. */
const ofCampaign = { ...numericIds, minimum: 1 }
const bounds: Bounds = { id: ofCampaign, advert_id: ofCampaign }

const described = ({ permits, window }: Limit): DescribedLimit => ({
  permits,
  window: String(window),
  seconds: Math.ceil(Duration.toSeconds(Duration.fromInputUnsafe(window)))
})

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
    const changes = yield* ChangeLog
    const { operations } = yield* LifecyclePolicy
    const pathNames = pathNamesOfAll(api.groups)
    const { paths, ...rest } = readable<Description>(OpenApi.fromApi(api), bounds, pathNames)
    const generated = { ...rest, paths: Record.mapKeys(paths, (path: string) => publishedPath(path, pathNames)) }
    const limitOf: LimitOf = (name, declared) => described(replaced[name] ?? declared)
    const installation: Installation = {
      limitOf,
      language,
      lifecycleOf: (operation) => (operations === "ignore" ? undefined : lifecycleOf(changes, operation)),
      enforces: operations === "enforce"
    }
    return describe(generated, installation, yield* factsOf(generated))
  })
