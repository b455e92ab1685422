/** The tables of all features, joined. */
import { type Effect, Record, type Types } from "effect"
import { features } from "../features.ts"

type Features = (typeof features)[number]

const tables = <Part extends "limits" | "retention">(
  part: Part
): Types.Simplify<Types.UnionToIntersection<Features[Part]>> =>
  Object.assign({}, ...features.map((feature) => feature[part]))

/** How often operations may be called, by the names of the limits. */
export const defaultLimits = tables("limits")
export type LimitName = keyof typeof defaultLimits

export const retentionRules = tables("retention")
export type RetentionName = keyof typeof retentionRules

/** What removal of old records needs. */
export type RetentionServices = Effect.Services<ReturnType<(typeof retentionRules)[RetentionName]["remove"]>>

/** How long records are kept, by their names. */
export const defaultRetentionPeriods = Record.map(retentionRules, ({ period }) => period)
