/** What people read of reports, in Markdown. Its source is Seller Statistics Reports, and the contract where that is silent. */
import { Record } from "effect"
import type { Example, Explained, FeatureDocumentation } from "../../http/description/Documentation.ts"
import { RealizationRow, type RecordedRealizationRow } from "../rows/RealizationRow.ts"
import { detailedFields } from "./detailedRealizationView.ts"
import { refusals } from "./reportRefusals.ts"

type Texts = Readonly<Record<string, Explained>>

const of = (schema: string, fields: Texts) => Record.mapKeys(fields, (name) => `${schema}.${name}`)

const article = {
  supplierArticle: ["The seller's article.", "12345"],
  nmId: ["The marketplace's article.", 1234567],
  barcode: ["The barcode.", "123453559000"],
  techSize: ["The size.", "0"]
} as const

const goods = {
  ...article,
  category: ["The category.", "Бытовая техника"],
  subject: ["The subject.", "Мультистайлеры"],
  brand: ["The brand.", "Тест"],
  isSupply: ["Whether it is a contract of supply.", false],
  isRealization: ["Whether it is a contract of realization.", true]
} as const

const changed = ["When it was changed last, in Moscow. Ask for what follows with it.", "2022-03-06T10:11:07"] as const
const warehouse = ["The warehouse.", "Подольск"] as const
const supplyId = ["Id of the supply.", 56735459] as const

const unit = (what: string, done: string) => ({
  ...goods,
  date: [`When it was ${done}, in Moscow.`, "2022-03-04T18:08:31"] as const,
  lastChangeDate: changed,
  warehouseName: warehouse,
  warehouseType: [
    "Whose warehouse it is: the marketplace's, or the seller's (`Склад продавца`).",
    "Склад продавца"
  ] as const,
  countryName: ["The country.", "Россия"] as const,
  oblastOkrugName: ["The district.", "Центральный федеральный округ"] as const,
  regionName: ["The region.", "Московская"] as const,
  incomeID: supplyId,
  totalPrice: ["The price without discounts, in roubles.", 1887] as const,
  discountPercent: ["The seller's discount in percent.", 18] as const,
  spp: ["The marketplace's discount in percent.", 26] as const,
  orderType: ["What kind of order it is; absent where it is not known.", "Клиентский"] as const,
  sticker: ["Id of the sticker.", "926912515"] as const,
  gNumber: [`Id of the basket that the ${what} is from.`, "34343462218572569531"] as const,
  srid: [`Id of the order: one for each unit.`, "11.rf9ef11fce1684117b0nhj96222982382.3.0"] as const
})

const roubles = (sentence: string, example: number): Explained => [`${sentence}, in roubles.`, example]
const percent = (sentence: string, example: number): Explained => [`${sentence}, in percent.`, example]

const realization: Readonly<Record<keyof RecordedRealizationRow, Explained>> = {
  realizationreport_id: ["Id of the report.", 1234567],
  date_from: ["The first day of the report.", "2022-10-17"],
  date_to: ["The last day of the report.", "2022-10-23"],
  create_dt: ["The day on which the report was made.", "2022-10-24"],
  currency_name: ["The currency of the report.", "руб"],
  suppliercontract_code: ["The contract; null or absent where it is not told.", null],
  rrd_id: ["Id of the row. The next part of the report begins after that of the last one.", 1232610467],
  gi_id: ["Id of the supply.", 123456],
  subject_name: ["The subject.", "Мини-печи"],
  nm_id: ["The marketplace's article.", 1234567],
  brand_name: ["The brand.", "BlahBlah"],
  sa_name: ["The seller's article.", "MAB123"],
  ts_name: ["The size.", "0"],
  barcode: ["The barcode.", "1231312352310"],
  doc_type_name: ["What kind of document it is.", "Продажа"],
  quantity: ["How many units.", 1],
  retail_price: roubles("The price", 1249),
  retail_amount: roubles("What the buyer paid", 367),
  sale_percent: ["The agreed discount in percent.", 68],
  commission_percent: percent("The commission", 24),
  office_name: ["The warehouse.", "Коледино"],
  supplier_oper_name: ["What the row is about.", "Продажа"],
  order_dt: ["When it was ordered, in Moscow.", "2022-10-13T00:00:00"],
  sale_dt: ["When it was sold, in Moscow.", "2022-10-20T00:00:00"],
  rr_dt: ["The day of the row. Rows are chosen by it, and are in its order.", "2022-10-20"],
  shk_id: ["Barcode of the unit.", 1239159661],
  retail_price_withdisc_rub: roubles("The price with the seller's discount", 399.68),
  delivery_amount: ["How many deliveries.", 0],
  return_amount: ["How many returns.", 0],
  delivery_rub: roubles("What the delivery cost", 0),
  gi_box_type_name: ["The kind of box.", "Монопаллета"],
  product_discount_for_report: percent("The discount on the product", 399.68),
  supplier_promo: ["The seller's promo code.", 0],
  rid: ["Id of the order.", 123722249253],
  ppvz_spp_prc: percent("The marketplace's discount", 0.1581),
  ppvz_kvw_prc_base: percent("The commission without VAT before changes", 0.15),
  ppvz_kvw_prc: percent("The commission without VAT", -0.0081),
  sup_rating_prc_up: percent("How much less it is for the seller's rating", 0),
  is_kgvp_v2: percent("How much less it is for a promotion", 0),
  ppvz_sales_commission: roubles("What sales were charged, without VAT", -3.74),
  ppvz_for_pay: roubles("What the seller gets", 376.99),
  ppvz_reward: roubles("What the pickup point gets", 0),
  acquiring_fee: roubles("What the payment cost", 14.89),
  acquiring_percent: percent("The same", 4.06),
  ppvz_vw: roubles("The marketplace's reward without VAT", -3.74),
  ppvz_vw_nds: roubles("VAT on it", -0.75),
  acquiring_bank: ["The bank of the payment.", "Тинькофф"],
  ppvz_office_id: ["Id of the office of delivery.", 105383],
  ppvz_office_name: ["The office of delivery.", "Пункт самовывоза"],
  ppvz_supplier_id: ["Id of the partner.", 186465],
  ppvz_supplier_name: ["The partner.", "ИП Жасмин"],
  ppvz_inn: ["Taxpayer number of the partner.", "010101010101"],
  declaration_number: ["The customs declaration.", ""],
  bonus_type_name: ["What a charge, a fine or a correction is for.", ""],
  sticker_id: ["Number of the sticker.", "1964038895"],
  site_country: ["The country of the sale.", "RU"],
  penalty: roubles("Fines", 231.35),
  additional_payment: roubles("Corrections of the reward", 0),
  storage_fee: roubles("Storage", 12647.29),
  deduction: roubles("Deductions", 6354),
  acceptance: roubles("Paid acceptance", 865),
  srid: ["Id of the order: one for each unit.", "0f1c3999172603062979867564654dac5b702849"],
  report_type: ["Kind of report: 1 standard, 2 a notice of buyouts, 3 and 4 the same for Georgia.", 1],
  rebill_logistic_cost: roubles("What is paid back for transport; absent where nothing is", 1.349),
  rebill_logistic_org: ["Who carried it; absent where nobody is named.", "ИП Иванов"],
  kiz: ["Code of the label; absent where there is none.", "0102900000376311210G2CIS?ehge)S"],
  article_substitution: ["The article that was shown instead; absent where there is none.", "art-1"],
  sale_price_affiliated_discount_prc: percent("The discount of a partner; absent where there is none", 0),
  sale_price_wholesale_discount_prc: percent("The discount for many; absent where there is none", 0),
  uuid_promocode: ["Id of the promo code; absent where there is none.", "3f0e5a52-6d4b-4a3e-8f1a-2b7c9d0e1f23"],
  sale_price_promocode_discount_prc: percent("Its discount; absent where there is none", 0),
  loyalty_id: ["Id of the loyalty discount; absent where there is none.", 15],
  loyalty_discount: percent("The loyalty discount; absent where there is none", 0),
  seller_promo_id: ["Id of the seller's promotion; absent where there is none.", 17],
  seller_promo_discount: percent("Its discount; absent where there is none", 0),
  delivery_method: ["How it is delivered; absent where the model is none of FBS, FBW and DBW.", "FBS, (МГТ)"],
  payment_schedule: roubles("What is paid at another time; absent where it is not told", 0),
  cashback_commission_change: roubles("The cost of taking part in the programme; absent where it is not told", 0),
  order_uid: ["Id of the basket; absent where it is not told.", "iu6zvk2b4h4e5uyzmvpgfhptr8ppgp"],
  cashback_amount: roubles("What was kept for points; absent where it is not told", 0),
  cashback_discount: roubles("What points paid; absent where it is not told", 0),
  dlv_prc: ["The fixed factor of the warehouse; absent where it is not told.", 1.8],
  fix_tariff_date_from: ["From when on the rate is fixed; absent where it is not.", "2024-10-23"],
  fix_tariff_date_to: ["Until when the rate is fixed; absent where it is not.", "2024-11-18"],
  payment_processing: [
    "What the payment is charged for; absent where it is not told.",
    "Комиссия за организацию платежа"
  ],
  srv_dbs: ["Whether the delivery is paid by the buyer; absent where it is not told.", true],
  assembly_id: ["Id of the assembly order; absent where it is not told.", 2816993144],
  is_legal_entity: ["Whether the buyer is a company; absent where it is not told.", false],
  trbx_id: ["Number of the box; absent where it is not told.", "WB-TRBX-1234567"],
  currency: ["The currency; absent where it is not told.", "RUB"],
  installment_cofinancing_amount: roubles("What instalments cost the seller; absent where it is not told", 0),
  wibes_wb_discount_percent: percent("Another discount of the marketplace; absent where there is none", 0),
  agency_vat: roubles("VAT of the agent; absent where there is none", 0),
  title: ["The product.", "Мини-печь"],
  b2b_customer_tin: ["Taxpayer number of a buyer that is a company.", "7700000000"],
  paid_with_social_certificate: ["Whether it was paid with a social certificate.", false],
  warehouse_logistics_coeff: ["The factor of the warehouse's transport.", 1]
}

const asShown = (example: Example | undefined, shape: string) => (shape === "sum" ? String(example) : example)

/** The same fields under other names. */
const detailed = Record.map(detailedFields, ([name, shape]): Explained => {
  const [sentence, example] = realization[name]
  const isRare = shape === "rare" || shape === "rareNumber"
  return [isRare ? sentence : sentence.replace("; absent", "; empty"), asShown(example, shape)]
})

const period = {
  dateFrom: ["The first day. What is earlier than 2024-01-29 is that day.", "2022-10-17"],
  dateTo: ["The last day.", "2022-10-23"],
  limit: ["At most so many rows; 100,000 when absent.", 100_000],
  period: ["Rows of weekly or of daily reports; weekly when absent.", "weekly"]
} as const

const since: Explained = [
  "From when on: a day, or a time with or without a zone, which is that of Moscow then. What is earlier than 2024-01-29 is that day.",
  "2022-03-06T10:11:07"
]

const flag: Explained = [
  "0: what was changed at `dateFrom` or later. 1: all of the day of `dateFrom`. 0 when absent.",
  0
]

export const reportDocumentation: FeatureDocumentation = {
  fields: {
    ...of("IncomeRow", {
      ...article,
      incomeId: supplyId,
      number: ["Number of the consignment note.", ""],
      date: ["When it arrived, in Moscow.", "2022-05-08T00:00:54"],
      lastChangeDate: changed,
      quantity: ["How many units.", 3],
      totalPrice: ["The price from the consignment note, in roubles.", 0],
      dateClose: ["When it was accepted, in Moscow.", "2022-05-08T00:00:00"],
      warehouseName: warehouse,
      status: ["How it is.", "Принято"]
    }),
    ...of("StockRow", {
      ...goods,
      lastChangeDate: changed,
      warehouseName: warehouse,
      quantity: ["How many are for sale.", 33],
      inWayToClient: ["How many are on the way to buyers.", 1],
      inWayFromClient: ["How many are on the way back.", 0],
      quantityFull: ["How many there are that are not sold.", 34],
      Price: ["The price, in roubles.", 185],
      Discount: ["The discount in percent.", 0],
      SCCode: ["Code of the contract.", "Tech"]
    }),
    ...of("OrderRow", {
      ...unit("order", "ordered"),
      finishedPrice: ["The price with all discounts but that of the wallet, in roubles.", 1145],
      priceWithDisc: ["The price with the seller's discount, in roubles.", 1547],
      isCancel: ["Whether the order is cancelled.", true],
      cancelDate: ["When it was, in Moscow; `0001-01-01T00:00:00` where it is not.", "2022-03-09T00:00:00"]
    }),
    ...of("SaleRow", {
      ...unit("sale", "sold or returned"),
      paymentSaleAmount: ["What was paid with the wallet, in roubles.", 93],
      forPay: ["What the seller gets, in roubles.", 1284.01],
      finishedPrice: ["What the buyer paid, in roubles.", 1145],
      priceWithDisc: ["The price that `forPay` is made of, in roubles.", 1547],
      saleID: ["Id of the sale (`S…`) or return (`R…`).", "S9993700024"]
    }),
    ...of(
      "RealizationRow",
      Record.filter(realization, (_, name) => name in RealizationRow.fields)
    ),
    ...of("DetailedRealizationRow", detailed),
    ...of("DetailedRealizationRequest", {
      ...period,
      rrdId: ["The row after which the answer begins; 0 when absent.", 0],
      fields: ["Only these fields; all when absent.", ["rrdId", "forPay"]]
    }),
    ...of("CurrentStocksRequest", {
      nmIds: ["Only these articles of the marketplace; all when absent.", [1234567]],
      chrtIds: ["Only these sizes; all when absent.", [12345678]],
      limit: ["At most so many rows; 250,000 when absent.", 250_000],
      offset: ["How many rows are skipped.", 0]
    }),
    "CurrentStocks.data": ["The stocks."],
    "CurrentStockRows.items": ["A row for each size and warehouse."],
    ...of("CurrentStockRow", {
      nmId: ["The marketplace's article.", 1234567],
      chrtId: ["Id of the size; 0 where it is not known.", 12345678],
      warehouseId: ["Id of the warehouse; 0 where it is not known.", 507],
      warehouseName: warehouse,
      regionName: ["The region; empty where it is not known.", "Центральный"],
      quantity: ["How many are for sale.", 33],
      inWayToClient: ["How many are on the way to buyers.", 1],
      inWayFromClient: ["How many are on the way back.", 0]
    }),
    "ReportProblem.title": ["What went wrong, in a few words.", "GetReportDetailByPeriodNB decode error"],
    "ReportProblem.detail": [
      "What went wrong this time.",
      `GetReportDetailByPeriodNB decode error: ${refusals.periodTo[1].en}`
    ],
    "ReportProblem.status": ["The status of the answer.", 400],
    "ReportProblem.origin": ["The operation that answers.", "reports.realization"],
    "ReportErrors.errors": ["What is wrong: a list where something is missing.", refusals.dateFrom[1].en],
    ...Record.fromEntries(["incomes", "stocks", "orders", "sales"].map((name) => [`reports.${name}?dateFrom`, since])),
    "reports.orders?flag": flag,
    "reports.sales?flag": flag,
    ...Record.mapKeys(period, (name) => `reports.realization?${name}`),
    "reports.realization?rrdid": [
      "The row after which the answer begins: first 0, then the last `rrd_id`; 0 when absent.",
      0
    ]
  },
  answers: {
    "reports.incomes": "The supplies; none where nothing was changed since.",
    "reports.currentStocks": "The stocks.",
    "reports.currentStocksAlias": "The stocks.",
    "reports.stocks": "The stocks; none where nothing was changed since.",
    "reports.orders": "The orders; none where there are none.",
    "reports.sales": "The sales and returns; none where there are none.",
    "reports.realization": "The rows of the period, or those that follow.",
    "reports.realization 204": "There are no rows, or no more of them.",
    "reports.detailed": "The rows of the period, or those that follow.",
    "reports.detailed 204": "There are no rows, or no more of them."
  }
}
