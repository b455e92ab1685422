/** When failed deliveries are tried again, as the environment says. */
import { documentedRetrySchedule, type RetrySchedule, RetryScheduleJson } from "@sellerkit/core"
import { Effect, Option, Result, Schema, SchemaIssue } from "effect"
import { type Problems, problemsOf, variable } from "./variable.ts"

const names = {
  firstWait: "SELLERKIT_RETRY_FIRST_WAIT",
  factor: "SELLERKIT_RETRY_FACTOR",
  longestWait: "SELLERKIT_RETRY_LONGEST_WAIT",
  longestWaitFor: "SELLERKIT_RETRY_LONGEST_WAIT_FOR"
} as const

type Field = keyof typeof names

const usual = Schema.encodeSync(RetryScheduleJson)(documentedRetrySchedule)

const isField = (name: unknown): name is Field => typeof name === "string" && name in names

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Each problem under the name of the variable that it is about. */
const problemsIn = ({ issue }: Schema.SchemaError): Problems =>
  format(issue).issues.map(({ message, path: [field] = [] }) => {
    const name = isField(field) ? names[field] : "SELLERKIT_RETRY_…"
    return `${name}: ${message}`
  })

const advice = {
  duration: "give a duration, such as 10 seconds, 15 minutes or 1 day",
  factor: "give a number from 1 to 10"
}

const text = (field: Field) =>
  variable(names[field], Schema.String, advice.duration).pipe(Effect.map(Option.getOrElse(() => String(usual[field]))))

const factor = variable(names.factor, Schema.NumberFromString, advice.factor).pipe(
  Effect.map(Option.getOrElse(() => usual.factor))
)

export const readRetrySchedule: Effect.Effect<RetrySchedule, Problems> = Effect.gen(function* () {
  const readings = yield* Effect.all(
    {
      firstWait: text("firstWait"),
      factor,
      longestWait: text("longestWait"),
      longestWaitFor: text("longestWaitFor")
    },
    { mode: "result" }
  )
  const given = Result.all(readings)
  if (Result.isFailure(given)) return yield* Effect.fail(problemsOf(readings))
  const schedule = Schema.decodeUnknownEffect(RetryScheduleJson)(given.success, { errors: "all" })
  return yield* Effect.mapError(schedule, problemsIn)
})
