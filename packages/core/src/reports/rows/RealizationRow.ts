/** A row of the realization detail report (Seller Statistics Reports, Realization detail report row; types: contract). */
import { Schema } from "effect"
import { MoscowDateTime } from "../../time/MoscowDateTime.ts"
import { Day } from "../../time/MoscowTime.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { Amount, LabelingCode, LongText, Whole } from "./fields.ts"

const optional = Schema.optionalKey

/** Fields that were added later, or that are shown only where they have a value. */
const later = {
  rebill_logistic_cost: optional(Amount),
  rebill_logistic_org: optional(LongText),
  kiz: optional(LabelingCode),
  article_substitution: optional(LongText),
  sale_price_affiliated_discount_prc: optional(Amount),
  sale_price_wholesale_discount_prc: optional(Amount),
  uuid_promocode: optional(LongText),
  sale_price_promocode_discount_prc: optional(Amount),
  loyalty_id: optional(NumericId),
  loyalty_discount: optional(Amount),
  seller_promo_id: optional(NumericId),
  seller_promo_discount: optional(Amount),
  delivery_method: optional(LongText),
  payment_schedule: optional(Amount),
  cashback_commission_change: optional(Amount),
  order_uid: optional(LongText),
  cashback_amount: optional(Amount),
  cashback_discount: optional(Amount),
  dlv_prc: optional(Amount),
  fix_tariff_date_from: optional(Day),
  fix_tariff_date_to: optional(Day),
  payment_processing: optional(LongText),
  srv_dbs: optional(Schema.Boolean),
  assembly_id: optional(NumericId),
  is_legal_entity: optional(Schema.Boolean),
  trbx_id: optional(LongText),
  currency: optional(LongText),
  installment_cofinancing_amount: optional(Amount),
  wibes_wb_discount_percent: optional(Amount),
  agency_vat: optional(Amount)
}

const Contract = Schema.Record(LongText, Schema.Union([LongText, Amount]))

// our choice: more than anybody says of a contract, and few enough for the record of a row.
const mostContractFields = 100

/** As the current version shows it. */
export const RealizationRow = Schema.Struct({
  realizationreport_id: NumericId,
  date_from: Day,
  date_to: Day,
  create_dt: Day,
  currency_name: LongText,
  /** An object in the documents, which say nothing of what is in it. */
  suppliercontract_code: optional(Schema.NullOr(Contract)),
  rrd_id: NumericId,
  gi_id: NumericId,
  subject_name: LongText,
  nm_id: NumericId,
  brand_name: LongText,
  sa_name: LongText,
  ts_name: LongText,
  barcode: LongText,
  doc_type_name: LongText,
  quantity: Whole,
  retail_price: Amount,
  retail_amount: Amount,
  sale_percent: Whole,
  commission_percent: Amount,
  office_name: LongText,
  supplier_oper_name: LongText,
  order_dt: MoscowDateTime,
  sale_dt: MoscowDateTime,
  rr_dt: Day,
  shk_id: NumericId,
  retail_price_withdisc_rub: Amount,
  delivery_amount: Whole,
  return_amount: Whole,
  delivery_rub: Amount,
  gi_box_type_name: LongText,
  product_discount_for_report: Amount,
  supplier_promo: Amount,
  rid: NumericId,
  ppvz_spp_prc: Amount,
  ppvz_kvw_prc_base: Amount,
  ppvz_kvw_prc: Amount,
  sup_rating_prc_up: Amount,
  is_kgvp_v2: Amount,
  ppvz_sales_commission: Amount,
  ppvz_for_pay: Amount,
  ppvz_reward: Amount,
  acquiring_fee: Amount,
  acquiring_percent: Amount,
  ppvz_vw: Amount,
  ppvz_vw_nds: Amount,
  acquiring_bank: LongText,
  ppvz_office_id: NumericId,
  ppvz_office_name: LongText,
  ppvz_supplier_id: NumericId,
  ppvz_supplier_name: LongText,
  ppvz_inn: LongText,
  declaration_number: LongText,
  bonus_type_name: LongText,
  sticker_id: LongText,
  site_country: LongText,
  penalty: Amount,
  additional_payment: Amount,
  storage_fee: Amount,
  deduction: Amount,
  acceptance: Amount,
  srid: LongText,
  /** 1 standard, 2 a notice of buyouts, 3 and 4 the same for Georgia (contract, Statistics rules). */
  report_type: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 })),
  ...later
}).annotate({ identifier: "RealizationRow" })
export type RealizationRow = typeof RealizationRow.Type

/** With what only the new version shows (Seller Statistics Reports, Statistics reports; contract, Realization detail (new version)). */
export const RecordedRealizationRow = Schema.Struct({
  ...RealizationRow.fields,
  suppliercontract_code: optional(Schema.NullOr(Contract.check(Schema.isMaxProperties(mostContractFields)))),
  title: optional(LongText),
  b2b_customer_tin: optional(LongText),
  paid_with_social_certificate: optional(Schema.Boolean),
  warehouse_logistics_coeff: optional(Amount)
}).annotate({ identifier: "RecordedRealizationRow" })
export type RecordedRealizationRow = typeof RecordedRealizationRow.Type

/** Answers name no other models of delivery. A name may go on: `FBS, (МГТ)`. */
const shownModel = /^(?:FBS|FBW|DBW)\b/

/** The row without what answers show only where it has a value, or only of some models (Realization detail report row). */
export const withShownFields = ({
  delivery_method: model,
  rebill_logistic_cost: cost,
  rebill_logistic_org: organisation,
  ...row
}: RecordedRealizationRow): RecordedRealizationRow => ({
  ...row,
  ...(cost && { rebill_logistic_cost: cost }),
  ...(organisation && { rebill_logistic_org: organisation }),
  ...(model !== undefined && shownModel.test(model) && { delivery_method: model })
})
