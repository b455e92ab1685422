/** The settings of a campaign as the marketplace's own side puts them in. Campaigns that were put in before may have more. */
import { Schema } from "effect"
import { takesAtMost } from "../records/takesAtMost.ts"
import { plainText } from "../validation/PlainText.ts"
import { AutoParams, Named, Params, settingsFields, UnitedParams } from "./Campaign.ts"

/** our choice: well above the 100 products of a campaign and the 100 characters of a subject that the service takes elsewhere. */
const most = { nameLength: 250, parts: 100, products: 1000, named: 1000, intervals: 1000 } as const

/**
 * our choice, for each setting. A record takes a million bytes, and keeps a changed campaign twice until answers are synchronised:
 * 6 × 130,000. In the rest fit 1000 products that get a bid, twice, and a bid that waits for each part.
 */
const mostBytes = 130_000

const Name = plainText(most.nameLength)

const NamedInput = Schema.Struct({ ...Named.fields, name: Name })
const NamedInputs = Schema.Array(NamedInput).check(Schema.isMaxLength(most.named))

const ParamsInput = Schema.Struct({
  ...Params.fields,
  subjectName: Schema.optionalKey(Name),
  setName: Schema.optionalKey(Name),
  menuName: Schema.optionalKey(Name),
  intervals: Params.fields.intervals.check(Schema.isMaxLength(most.intervals)),
  nms: Params.fields.nms.check(Schema.isMaxLength(most.products))
})

const AutoParamsInput = Schema.Struct({
  ...AutoParams.fields,
  subject: NamedInput,
  sets: NamedInputs,
  menus: NamedInputs,
  nmCPM: AutoParams.fields.nmCPM.check(Schema.isMaxLength(most.products)),
  nms: AutoParams.fields.nms.check(Schema.isMaxLength(most.products))
})

const UnitedParamsInput = Schema.Struct({
  ...UnitedParams.fields,
  subject: NamedInput,
  menus: NamedInputs,
  nms: UnitedParams.fields.nms.check(Schema.isMaxLength(most.products))
})

const isSmall = takesAtMost(mostBytes)

export const settingsInput = {
  ...settingsFields,
  params: Schema.optionalKey(Schema.Array(ParamsInput).check(Schema.isMaxLength(most.parts), isSmall)),
  autoParams: Schema.optionalKey(AutoParamsInput.check(isSmall)),
  unitedParams: Schema.optionalKey(Schema.Array(UnitedParamsInput).check(Schema.isMaxLength(most.parts), isSmall))
}
