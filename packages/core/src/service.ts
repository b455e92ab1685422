/** The service as all features make it: what serves it, runs it and describes it. */
import { Effect, Layer, Record, type Types } from "effect"
import { type Pass, type PassOptions, makePass } from "./background/makePass.ts"
import { runJobs } from "./background/runJobs.ts"
import { Dispatcher } from "./delivery/Dispatcher.ts"
import { allOf, together } from "./Feature.ts"
import { features } from "./features.ts"
import { openApiDocument } from "./http/description/openApiDocument.ts"
import * as Routes from "./http/Routes.ts"
import { RateBudget } from "./limits/RateBudget.ts"
import { Records } from "./records/Records.ts"
import { retentionJob } from "./retention/Retention.ts"
import { SellerApi } from "./SellerApi.ts"

export { JobIdleCheck } from "./background/runJobs.ts"
export { SellerApi } from "./SellerApi.ts"

type Features = (typeof features)[number]

/** What all features have in tables, in one. */
type Tables<Part extends "limits" | "retention"> = Types.Simplify<Types.UnionToIntersection<Features[Part]>>

const tables = <Part extends "limits" | "retention">(part: Part): Tables<Part> =>
  Object.assign({}, ...features.map((feature) => feature[part]))

/** How often operations may be called, by the names of the limits. */
export const defaultLimits = tables("limits")
export type LimitName = keyof typeof defaultLimits

const retention = tables("retention")
export type RetentionName = keyof typeof retention

/** How long records are kept, by their names. */
export const defaultRetentionPeriods = Record.map(retention, ({ period }) => period)

/**
 * Everything that handlers, jobs and the dispatcher call. Needs the storage ports, a vault for secrets, a transport, randomness and a
 * rate limiter.
 */
export const servicesLayer = together(allOf(features, "services")).pipe(
  Layer.provideMerge(Layer.merge(RateBudget.layer, Records.layer))
)

/** The seller API, as routes. */
export const sellerRoutes = Routes.layer(
  SellerApi,
  together(allOf(features, "handlers")),
  features.map(({ documentation }) => documentation)
)

/** The seller API's description, with the event types and limits of the installation. */
export const sellerApiDocument = openApiDocument(
  SellerApi,
  features.map(({ documentation }) => documentation)
)

/** In the order in which a pass does them. */
const jobs = [...allOf(features, "jobs"), retentionJob(retention)]

/** What jobs need. */
export type JobServices = Effect.Services<(typeof jobs)[number]["step"]>

/**
 * All that goes on without being asked while a process runs: the dispatcher, and every job. It runs until the layer's scope closes,
 * and then stops in order. Any number of processes may do it.
 */
export const backgroundLayer = Layer.merge(Dispatcher.layer, Layer.effectDiscard(runJobs<JobServices>(jobs)))

/** The same, a pass at a time: for platforms that call when it is time. */
export const makeBackgroundPass = <R>(options: PassOptions<R>): Pass<JobServices | R> =>
  makePass<JobServices, R>(jobs, options)
