/** What the document says about statistics reports. It lists no statuses: those of the table are the ones that the contract has seen. */
import type { FeatureContract } from "../contract/FeatureContract.ts"

const limit = {
  permits: 1,
  window: "1 minute",
  row: "Supplies, stocks (old), orders, sales, realization detail"
} as const

const statuses = "200 400 401 403 429"

const report = {
  statuses,
  // our choice: the caller has the rows already.
  chosenStatus: "304",
  refusal: "reportErrors",
  limit,
  query: { dateFrom: undefined },
  required: ["dateFrom"]
} as const

const flag = { type: "integer", enum: [0, 1] } as const

const currentStocks = {
  name: "Stocks report (current)",
  statuses,
  refusal: "reportProblem",
  // Authentication, 3.
  access: { tokenTypes: ["personal", "service"], category: "analytics" },
  limit: { permits: 1, window: "20 seconds", isPerAccount: true, row: "Current stocks method" }
} as const

/** Supplies report row. */
const income =
  "incomeId number date lastChangeDate supplierArticle techSize barcode quantity totalPrice dateClose warehouseName nmId status"

/** Stocks report row. */
const stock =
  "lastChangeDate warehouseName supplierArticle nmId barcode quantity inWayToClient inWayFromClient quantityFull category subject brand techSize Price Discount isSupply isRealization SCCode"

const unit =
  "date lastChangeDate warehouseName warehouseType countryName oblastOkrugName regionName supplierArticle nmId barcode category subject brand techSize incomeID isSupply isRealization totalPrice discountPercent spp"

/** Orders report row. */
const order = `${unit} finishedPrice priceWithDisc isCancel cancelDate orderType sticker gNumber srid`

/** Sales and returns report row. */
const sale = `${unit} paymentSaleAmount forPay finishedPrice priceWithDisc saleID orderType sticker gNumber srid`

/** Realization detail report row. */
const realization =
  "realizationreport_id date_from date_to create_dt currency_name suppliercontract_code rrd_id gi_id subject_name nm_id brand_name sa_name ts_name barcode doc_type_name quantity retail_price retail_amount sale_percent commission_percent office_name supplier_oper_name order_dt sale_dt rr_dt shk_id retail_price_withdisc_rub delivery_amount return_amount delivery_rub gi_box_type_name product_discount_for_report supplier_promo rid ppvz_spp_prc ppvz_kvw_prc_base ppvz_kvw_prc sup_rating_prc_up is_kgvp_v2 ppvz_sales_commission ppvz_for_pay ppvz_reward acquiring_fee acquiring_percent ppvz_vw ppvz_vw_nds acquiring_bank ppvz_office_id ppvz_office_name ppvz_supplier_id ppvz_supplier_name ppvz_inn declaration_number bonus_type_name sticker_id site_country penalty additional_payment rebill_logistic_cost rebill_logistic_org kiz storage_fee deduction acceptance srid report_type article_substitution sale_price_affiliated_discount_prc sale_price_wholesale_discount_prc uuid_promocode sale_price_promocode_discount_prc loyalty_id loyalty_discount seller_promo_id seller_promo_discount delivery_method payment_schedule cashback_commission_change order_uid cashback_amount cashback_discount dlv_prc fix_tariff_date_from fix_tariff_date_to payment_processing srv_dbs assembly_id is_legal_entity trbx_id currency"

/** Of the contract alone. */
const laterRealization = "installment_cofinancing_amount wibes_wb_discount_percent agency_vat"

/** Contract, Realization detail (new version). */
const detailed =
  "reportId dateFrom dateTo createDate currency reportType rrdId giId dlvPrc fixTariffDateFrom fixTariffDateTo subjectName nmId brandName vendorCode title techSize sku docTypeName quantity retailPrice retailAmount salePercent commissionPercent officeName sellerOperName orderDt saleDt rrDate shkId retailPriceWithDisc deliveryAmount returnAmount deliveryService giBoxTypeName productDiscountForReport sellerPromo spp kvwBase kvw supRatingUp isKgvpV2 ppvzSalesCommission forPay ppvzReward acquiringFee acquiringPercent paymentProcessing acquiringBank vw vwNds ppvzOfficeName ppvzOfficeId ppvzSupplierName ppvzSupplierInn declarationNumber bonusTypeName stickerId country srvDbs penalty additionalPayment rebillLogisticCost rebillLogisticOrg paidStorage deduction paidAcceptance orderId kiz isB2b trbxId installmentCofinancingAmount wibesDiscountPercent cashbackAmount cashbackDiscount cashbackCommissionChange paymentSchedule deliveryMethod sellerPromoId sellerPromoDiscount loyaltyId loyaltyDiscount uuidPromocode salePricePromocodeDiscountPrc articleSubstitution salePriceAffiliatedDiscountPrc agencyVat salePriceWholesaleDiscountPrc b2bCustomerTin paidWithSocialCertificate warehouseLogisticsCoeff orderUid srid"

const listed = (names: string): ReadonlyArray<string> => names.split(" ")

const without = (names: string, some: string): ReadonlyArray<string> =>
  listed(names).filter((name) => !some.split(" ").includes(name))

/** Rows of the document, by the headings of their lists. */
const rows: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Supplies report row": listed(income),
  "Stocks report row": listed(stock),
  "Orders report row": listed(order),
  "Sales and returns report row": listed(sale),
  "Realization detail report row": listed(realization)
}

const text = (maxLength: number) => ({ maxLength })

const names = { barcode: text(30), techSize: text(30), supplierArticle: text(75), warehouseName: text(50) }

const unitLimits = {
  ...names,
  countryName: text(200),
  oblastOkrugName: text(200),
  regionName: text(200),
  category: text(50),
  subject: text(50),
  brand: text(50),
  gNumber: text(50)
}

export const reportsContract: FeatureContract = {
  document: "Seller Statistics Reports, Promotion Campaigns and API Conventions",
  // Contract, Authentication, needed category; Authentication, 1.
  access: { tokenTypes: ["personal", "service", "base"], category: "statistics" },
  errors: "Status",
  operations: {
    "GET /api/v1/supplier/incomes": { ...report, name: "Supplies report" },
    "POST /api/analytics/v1/stocks-report/marketplace-warehouses": currentStocks,
    "POST /api/analytics/v1/stocks-report/wb-warehouses": {
      ...currentStocks,
      aliasOf: "POST /api/analytics/v1/stocks-report/marketplace-warehouses"
    },
    "GET /api/v1/supplier/stocks": { ...report, name: "Stocks report (old)" },
    "GET /api/v1/supplier/orders": { ...report, name: "Orders report", query: { dateFrom: undefined, flag } },
    "GET /api/v1/supplier/sales": { ...report, name: "Sales and returns report", query: { dateFrom: undefined, flag } },
    "GET /api/v5/supplier/reportDetailByPeriod": {
      name: "Realization detail (current)",
      chosenStatus: "304",
      statuses: "200 204 400 401 403 429",
      refusal: "reportProblem",
      limit,
      query: {
        dateFrom: undefined,
        dateTo: undefined,
        limit: { type: "integer", minimum: 1, maximum: 100_000 },
        rrdid: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
        period: { type: "string", enum: ["weekly", "daily"] }
      },
      required: ["dateFrom", "dateTo"]
    },
    "POST /api/finance/v1/sales-reports/detailed": {
      name: "Realization detail (new version)",
      statuses: "200 204 400 401 403 429",
      refusal: "reportProblem",
      // Authentication, 2.
      access: { tokenTypes: ["personal", "service"], category: "finance" }
    }
  },
  rows,
  schemas: {
    IncomeRow: {
      fields: listed(income),
      required: listed(income),
      limits: { ...names, number: text(40), status: text(50) }
    },
    StockRow: { fields: listed(stock), required: listed(stock), limits: { ...names, SCCode: text(50) } },
    OrderRow: { fields: listed(order), required: without(order, "orderType"), limits: unitLimits },
    SaleRow: {
      fields: listed(sale),
      required: without(sale, "orderType"),
      limits: { ...unitLimits, saleID: text(15) }
    },
    RealizationRow: { fields: listed(`${realization} ${laterRealization}`) },
    DetailedRealizationRow: {
      fields: listed(detailed),
      required: without(detailed, "bonusTypeName rebillLogisticOrg kiz agencyVat"),
      limits: Object.fromEntries(
        listed(
          "retailPrice retailAmount retailPriceWithDisc deliveryService sellerPromo ppvzSalesCommission forPay ppvzReward acquiringFee vw vwNds penalty additionalPayment rebillLogisticCost paidStorage deduction paidAcceptance installmentCofinancingAmount cashbackAmount cashbackDiscount cashbackCommissionChange paymentSchedule"
        ).map((name) => [name, { type: "string" }])
      )
    },
    DetailedRealizationRequest: {
      fields: ["dateFrom", "dateTo", "limit", "rrdId", "period", "fields"],
      required: ["dateFrom", "dateTo"],
      limits: { limit: { maximum: 100_000 }, period: { enum: ["weekly", "daily"] } }
    },
    CurrentStocksRequest: {
      fields: ["nmIds", "chrtIds", "limit", "offset"],
      limits: { nmIds: { maxItems: 1000 }, limit: { maximum: 250_000 } }
    },
    CurrentStocks: { fields: ["data"], required: ["data"] },
    CurrentStockRows: { fields: ["items"], required: ["items"] },
    CurrentStockRow: {
      fields: listed("nmId chrtId warehouseId warehouseName regionName quantity inWayToClient inWayFromClient"),
      required: listed("nmId chrtId warehouseId warehouseName regionName quantity inWayToClient inWayFromClient")
    },
    ReportErrors: { fields: ["errors"], required: ["errors"] },
    ReportProblem: {
      fields: ["status", "title", "detail", "request_id", "origin"],
      required: ["status", "title", "detail", "request_id", "origin"]
    }
  }
}
