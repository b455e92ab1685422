/** The request that a plan stands for, with what the caller has. */
import type { DescribedOperation, DescribedParameter } from "./DescribedOperation.ts"
import type { PlannedBody, PlannedValue, RequestPlan } from "./RequestPlan.ts"
import type { SampleResources } from "./SampleResources.ts"

export interface PlannedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Undefined where the parameter is left out. */
const textOf = async (value: PlannedValue, { name, noun }: DescribedParameter, resources: SampleResources) => {
  switch (value.from) {
    case "known": {
      const ids = await resources.of(noun)
      return ids[value.which % ids.length]!
    }
    case "missing":
      // The seller stays: only the resource is missing, not its seller.
      return name === "sellerId" ? (await resources.of(noun))[0]! : crypto.randomUUID()
    case "absent":
      return undefined
    default:
      return String(value.value).toWellFormed()
  }
}

/** Publications and tokens are for the caller's own seller. URLs are of this machine, where nothing listens. */
const ofCaller = (value: unknown, sellerId: string): unknown => {
  if (typeof value !== "object" || value === null) return value
  return {
    ...value,
    ...("sellerId" in value && { sellerId }),
    ...("url" in value && { url: "http://127.0.0.1:9/hook" })
  }
}

const jsonOf = (plan: PlannedBody, example: unknown, sellerId: string): string => {
  switch (plan.from) {
    case "text":
      return plan.text
    case "broken":
      return JSON.stringify(plan.value)
    case "schema": {
      const given = Object.entries(plan.fields).filter(([, value]) => value !== undefined)
      const value = given.length === 0 ? plan.value : { ...(example as object), ...Object.fromEntries(given) }
      return JSON.stringify(ofCaller(value, sellerId))
    }
    default:
      return JSON.stringify(ofCaller(example, sellerId))
  }
}

export const plannedRequest = async (
  operation: DescribedOperation,
  { body: planned, parameters }: RequestPlan,
  resources: SampleResources,
  sellerId: string
): Promise<PlannedRequest> => {
  let path = operation.path
  const query = new URLSearchParams()
  for (const parameter of operation.parameters) {
    const text = await textOf(parameters[parameter.name] ?? { from: "absent" }, parameter, resources)
    if (text === undefined) continue
    if (parameter.place === "query") query.set(parameter.name, text)
    else path = path.replace(`{${parameter.name}}`, () => encodeURIComponent(text))
  }
  const body = operation.body && jsonOf(planned, operation.body.example, sellerId)
  const type = planned.from === "text" ? planned.type : "application/json"
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    headers: body === undefined ? {} : { "content-type": type },
    body
  }
}
