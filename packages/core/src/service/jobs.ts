/** The jobs of all features. */
import type { Effect } from "effect"
import { allOf } from "../Feature.ts"
import { features } from "../features.ts"
import { retentionJob } from "../retention/Retention.ts"
import { retentionRules, type RetentionServices } from "./tables.ts"

/** In the order in which a pass does them. */
export const jobs = [...allOf(features, "jobs"), retentionJob<RetentionServices>(retentionRules)]

/** What they need. */
export type JobServices = Effect.Services<(typeof jobs)[number]["step"]>
