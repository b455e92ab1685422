/** Rows of the new version of the realization detail: other names, and sums as texts (contract, Realization detail (new version)). */
import { Record, Schema } from "effect"
import { Amount, Whole } from "../rows/fields.ts"
import type { RecordedRealizationRow } from "../rows/RealizationRow.ts"

const shapes = {
  whole: { schema: Whole, empty: 0 },
  number: { schema: Amount, empty: 0 },
  text: { schema: Schema.String, empty: "" },
  yes: { schema: Schema.Boolean, empty: false },
  /** The old version has 1 to 4: those for Georgia are two of them, and one here. */
  reportType: { schema: Whole, empty: 0 },
  /** A number of the old version as a text. */
  sum: { schema: Schema.String, empty: "0" },
  /** Absent where there is none. */
  rare: { schema: Schema.optionalKey(Schema.String), empty: undefined },
  rareNumber: { schema: Schema.optionalKey(Amount), empty: undefined }
} as const

/** `rather`: another field of the row, which counts where it is there. */
type Field = readonly [
  of: keyof RecordedRealizationRow,
  shape: keyof typeof shapes,
  rather?: keyof RecordedRealizationRow
]

/** In the order of the contract. */
export const detailedFields = {
  reportId: ["realizationreport_id", "whole"],
  dateFrom: ["date_from", "text"],
  dateTo: ["date_to", "text"],
  createDate: ["create_dt", "text"],
  currency: ["currency_name", "text", "currency"],
  reportType: ["report_type", "reportType"],
  rrdId: ["rrd_id", "whole"],
  giId: ["gi_id", "whole"],
  dlvPrc: ["dlv_prc", "number"],
  fixTariffDateFrom: ["fix_tariff_date_from", "text"],
  fixTariffDateTo: ["fix_tariff_date_to", "text"],
  subjectName: ["subject_name", "text"],
  nmId: ["nm_id", "whole"],
  brandName: ["brand_name", "text"],
  vendorCode: ["sa_name", "text"],
  title: ["title", "text"],
  techSize: ["ts_name", "text"],
  sku: ["barcode", "text"],
  docTypeName: ["doc_type_name", "text"],
  quantity: ["quantity", "whole"],
  retailPrice: ["retail_price", "sum"],
  retailAmount: ["retail_amount", "sum"],
  salePercent: ["sale_percent", "whole"],
  commissionPercent: ["commission_percent", "number"],
  officeName: ["office_name", "text"],
  sellerOperName: ["supplier_oper_name", "text"],
  orderDt: ["order_dt", "text"],
  saleDt: ["sale_dt", "text"],
  rrDate: ["rr_dt", "text"],
  shkId: ["shk_id", "whole"],
  retailPriceWithDisc: ["retail_price_withdisc_rub", "sum"],
  deliveryAmount: ["delivery_amount", "whole"],
  returnAmount: ["return_amount", "whole"],
  deliveryService: ["delivery_rub", "sum"],
  giBoxTypeName: ["gi_box_type_name", "text"],
  productDiscountForReport: ["product_discount_for_report", "number"],
  sellerPromo: ["supplier_promo", "sum"],
  spp: ["ppvz_spp_prc", "number"],
  kvwBase: ["ppvz_kvw_prc_base", "number"],
  kvw: ["ppvz_kvw_prc", "number"],
  supRatingUp: ["sup_rating_prc_up", "number"],
  isKgvpV2: ["is_kgvp_v2", "number"],
  ppvzSalesCommission: ["ppvz_sales_commission", "sum"],
  forPay: ["ppvz_for_pay", "sum"],
  ppvzReward: ["ppvz_reward", "sum"],
  acquiringFee: ["acquiring_fee", "sum"],
  acquiringPercent: ["acquiring_percent", "number"],
  paymentProcessing: ["payment_processing", "text"],
  acquiringBank: ["acquiring_bank", "text"],
  vw: ["ppvz_vw", "sum"],
  vwNds: ["ppvz_vw_nds", "sum"],
  ppvzOfficeName: ["ppvz_office_name", "text"],
  ppvzOfficeId: ["ppvz_office_id", "whole"],
  ppvzSupplierName: ["ppvz_supplier_name", "text"],
  ppvzSupplierInn: ["ppvz_inn", "text"],
  declarationNumber: ["declaration_number", "text"],
  bonusTypeName: ["bonus_type_name", "rare"],
  stickerId: ["sticker_id", "text"],
  country: ["site_country", "text"],
  srvDbs: ["srv_dbs", "yes"],
  penalty: ["penalty", "sum"],
  additionalPayment: ["additional_payment", "sum"],
  rebillLogisticCost: ["rebill_logistic_cost", "sum"],
  rebillLogisticOrg: ["rebill_logistic_org", "rare"],
  paidStorage: ["storage_fee", "sum"],
  deduction: ["deduction", "sum"],
  paidAcceptance: ["acceptance", "sum"],
  orderId: ["assembly_id", "whole"],
  kiz: ["kiz", "rare"],
  isB2b: ["is_legal_entity", "yes"],
  trbxId: ["trbx_id", "text"],
  installmentCofinancingAmount: ["installment_cofinancing_amount", "sum"],
  wibesDiscountPercent: ["wibes_wb_discount_percent", "number"],
  cashbackAmount: ["cashback_amount", "sum"],
  cashbackDiscount: ["cashback_discount", "sum"],
  cashbackCommissionChange: ["cashback_commission_change", "sum"],
  paymentSchedule: ["payment_schedule", "sum"],
  deliveryMethod: ["delivery_method", "text"],
  sellerPromoId: ["seller_promo_id", "whole"],
  sellerPromoDiscount: ["seller_promo_discount", "number"],
  loyaltyId: ["loyalty_id", "whole"],
  loyaltyDiscount: ["loyalty_discount", "number"],
  uuidPromocode: ["uuid_promocode", "text"],
  salePricePromocodeDiscountPrc: ["sale_price_promocode_discount_prc", "number"],
  articleSubstitution: ["article_substitution", "text"],
  salePriceAffiliatedDiscountPrc: ["sale_price_affiliated_discount_prc", "number"],
  agencyVat: ["agency_vat", "rareNumber"],
  salePriceWholesaleDiscountPrc: ["sale_price_wholesale_discount_prc", "number"],
  b2bCustomerTin: ["b2b_customer_tin", "text"],
  paidWithSocialCertificate: ["paid_with_social_certificate", "yes"],
  warehouseLogisticsCoeff: ["warehouse_logistics_coeff", "number"],
  orderUid: ["order_uid", "text"],
  srid: ["srid", "text"]
} as const satisfies Readonly<Record<string, Field>>

/** Required fields are always there: those that a row does not have are empty. */
export const DetailedRealizationRow = Schema.Struct(
  Record.map(detailedFields, ([, shape]) => shapes[shape].schema)
).annotate({
  identifier: "DetailedRealizationRow"
})

const shownAs = (shape: keyof typeof shapes, value: unknown): unknown => {
  if (shape === "sum") return String(value)
  return shape === "reportType" && value === 4 ? 3 : value
}

/** Names that are no fields are left out, so that clients can ask for fields that do not exist yet. */
export const detailedText = (only: ReadonlyArray<string>) => {
  const asked = new Set(only)
  const chosen = Object.entries<Field>(detailedFields).filter(([name]) => asked.size === 0 || asked.has(name))
  return (text: string): string => {
    const row: RecordedRealizationRow = JSON.parse(text)
    const view = chosen.map(([name, [of, shape, rather = of]]) => {
      const value = row[rather] ?? row[of] ?? shapes[shape].empty
      return [name, shownAs(shape, value)] as const
    })
    return JSON.stringify(Object.fromEntries(view))
  }
}
