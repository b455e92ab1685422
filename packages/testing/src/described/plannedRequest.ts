/** The request that a plan stands for, with what the caller has. */
import type { Described, DescribedOperation, DescribedParameter } from "./DescribedOperation.ts"
import type { PlannedBody, PlannedValue, RequestPlan } from "./RequestPlan.ts"
import type { SampleResources } from "./SampleResources.ts"

export interface PlannedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** An id that nothing has. */
const unknownId = ({ maximum, type }: Described): string => (type === "integer" ? String(maximum) : crypto.randomUUID())

const missingCampaign = 999_999_999_999

/** Undefined where the parameter is left out. */
const textOf = async (
  value: PlannedValue,
  { example, name, noun, schema }: DescribedParameter,
  resources: SampleResources
) => {
  switch (value.from) {
    case "known": {
      const ids = await resources.of(noun)
      return ids[value.which % ids.length]!
    }
    case "missing":
      // The seller stays: only the resource is missing, not its seller.
      return name === "sellerId" ? (await resources.of(noun))[0]! : unknownId(schema)
    case "absent":
    case "omitted":
      return undefined
    case "example":
    case "twice":
      return String(example)
    default:
      return String(value.value).toWellFormed()
  }
}

/** What the caller has instead of what examples are about. */
interface Own {
  readonly sellerId: string
  /** By those of examples. */
  readonly campaigns: ReadonlyMap<unknown, number>
}

/**
 * Publications and tokens are for the caller's own seller, and changes of campaigns for its own campaign. URLs are of this machine,
 * where nothing listens.
 */
const ofCaller = (value: unknown, own: Own): unknown => {
  const campaign = own.campaigns.get(value)
  if (campaign !== undefined) return campaign
  if (Array.isArray(value)) return value.map((item) => ofCaller(item, own))
  if (typeof value !== "object" || value === null) return value
  const { advert_id: mediaId, advertId, id, sellerId, url } = value as Readonly<Record<string, unknown>>
  return {
    ...value,
    ...(sellerId !== undefined && { sellerId: own.sellerId }),
    ...(url !== undefined && { url: "http://127.0.0.1:9/hook" }),
    ...(mediaId !== undefined && { advert_id: ofCaller(mediaId, own) }),
    ...(advertId !== undefined && { advertId: ofCaller(advertId, own) }),
    ...(id !== undefined && { id: ofCaller(id, own) })
  }
}

const missing = ({ campaigns }: Own): Own["campaigns"] =>
  new Map([...campaigns.keys()].map((example) => [example, missingCampaign]))

const jsonOf = (plan: PlannedBody, example: unknown, own: Own): string => {
  switch (plan.from) {
    case "text":
      return plan.text
    case "broken":
      return JSON.stringify(plan.value)
    case "schema": {
      const given = Object.entries(plan.fields).filter(([, value]) => value !== undefined)
      const value = given.length === 0 ? plan.value : { ...(example as object), ...Object.fromEntries(given) }
      return JSON.stringify(ofCaller(value, own))
    }
    case "missing":
      return JSON.stringify(ofCaller(example, { ...own, campaigns: missing(own) }))
    default:
      return typeof example === "string" ? example : JSON.stringify(ofCaller(example, own))
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
    if (parameter.place === "query") {
      query.set(parameter.name, text)
      if (parameters[parameter.name]?.from === "twice") query.append(parameter.name, text)
    } else path = path.replace(`{${parameter.name}}`, () => encodeURIComponent(text))
  }
  const { access, body: described, exampleCampaigns } = operation
  const campaigns = new Map<unknown, number>()
  // They are about campaigns and what they are made of.
  for (const [example, noun] of access?.category === "promotion" ? exampleCampaigns : []) {
    campaigns.set(example, Number((await resources.of(noun))[0]))
  }
  const own = { sellerId, campaigns }
  const body = described && jsonOf(planned, described.example, own)
  const type = planned.from === "text" ? planned.type : (described?.type ?? "")
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    headers: body === undefined ? {} : { "content-type": type },
    body
  }
}
