/**
 * Requests for reports, as published clients of such an API make them in each language, and what they are answered. `DAY` and
 * `NEXT` stand for the days of the rows (`ReportedSellers`).
 */
import type { SentRequest } from "./SentRequest.ts"

/** The keys of the rows, or what is said of the request. */
export type ReportAnswer =
  | { readonly status: 200; readonly rows: ReadonlyArray<number | string> }
  | { readonly status: 204 }
  | { readonly status: 400; readonly says: string | ReadonlyArray<string> }

type ReportRequest = readonly [sentBy: string, request: SentRequest, answer: ReportAnswer]

const rows = (...keys: ReadonlyArray<number | string>): ReportAnswer => ({ status: 200, rows: keys })
const empty: ReportAnswer = { status: 204 }
const refused = (says: string | ReadonlyArray<string>): ReportAnswer => ({ status: 400, says })

const supplier = (report: string, query: string): SentRequest => ({ path: `/api/v1/supplier/${report}${query}` })

/** The first order was changed at noon, in Moscow. */
const datesOfNoon: ReadonlyArray<readonly [sentBy: string, dateFrom: string]> = [
  ["a day", "DAY"],
  ["Python, isoformat()", "DAYT12:00:00"],
  ["Python, isoformat() with microseconds", "DAYT12:00:00.000000"],
  ["Python, isoformat() with a zone, encoded", "DAYT12%3A00%3A00.000000%2B03%3A00"],
  ["Python, str(), encoded by requests", "DAY+12%3A00%3A00"],
  ["Python, str(), encoded by httpx", "DAY%2012%3A00%3A00"],
  ["JavaScript, toISOString()", "DAYT09:00:00.000Z"],
  ["JavaScript, toISOString(), encoded", "DAYT09%3A00%3A00.000Z"],
  ["Go, time.RFC3339, and PHP, DATE_RFC3339", "DAYT12%3A00%3A00%2B03%3A00"],
  ["PHP, DATE_ISO8601", "DAYT12%3A00%3A00%2B0300"],
  ["PHP, Carbon in UTC", "DAYT09%3A00%3A00%2B00%3A00"],
  ["Go, time.RFC3339Nano", "DAYT12%3A00%3A00.000000001%2B03%3A00"],
  ['C#, ToString("o")', "DAYT12%3A00%3A00.0000000%2B03%3A00"],
  ["Java, OffsetDateTime without seconds", "DAYT12:00%2B03:00"],
  ["a plus that is not escaped", "DAYT12:00:00+03:00"],
  ["a plus that became a space", "DAYT12:00:00%2003:00"],
  ["small letters", "DAYt09:00:00z"]
]

const dates: ReadonlyArray<ReportRequest> = [
  ...datesOfNoon.map(([sentBy, dateFrom]): ReportRequest => [
    sentBy,
    supplier("orders", `?dateFrom=${dateFrom}`),
    rows("a", "b")
  ]),
  ["the time of the last row", supplier("orders", "?dateFrom=NEXTT12:00:00.5"), rows("b")],
  ["the time of the last row, in microseconds", supplier("orders", "?dateFrom=NEXTT12:00:00.500000"), rows("b")],
  ["a millisecond later", supplier("orders", "?dateFrom=NEXTT12:00:00.501"), rows()],
  ["an early day, for all", supplier("orders", "?dateFrom=2019-06-20"), rows("a", "b")],
  ["an early time, for all", supplier("orders", "?dateFrom=2017-03-25T21%3A00%3A00.000Z"), rows("a", "b")],
  ["none", supplier("orders", ""), refused(["dateFrom: field required"])],
  ["under another name", supplier("orders", "?DateFrom=DAY"), refused(["dateFrom: field required"])],
  ["as a list", supplier("orders", "?dateFrom[]=DAY"), refused(["dateFrom: field required"])],
  ...["", "undefined", "null", "1768467600", "15.01.2026", "2026-1-5", "DAYT24:00:00", "DAY&dateFrom=DAY"].map(
    (dateFrom): ReportRequest => [
      `no time: ${dateFrom}`,
      supplier("orders", `?dateFrom=${dateFrom}`),
      refused("dateFrom: Value not validated")
    ]
  )
]

const flags: ReadonlyArray<ReportRequest> = [
  ["flag of 0", supplier("sales", "?dateFrom=DAY&flag=0"), rows("a", "b")],
  ["flag of 0 left out", supplier("sales", "?dateFrom=DAY"), rows("a", "b")],
  ["flag of 1", supplier("sales", "?dateFrom=DAY&flag=1"), rows("a")],
  ["flag of 1, before the day", supplier("sales", "?flag=1&dateFrom=NEXT"), rows("b")],
  ["flag of 1, with a time that does not count", supplier("sales", "?dateFrom=DAYT23:59:59&flag=1"), rows("a")],
  [
    "flag of 1, at a time that is the next day in Moscow",
    supplier("sales", "?dateFrom=DAYT22:00:00Z&flag=1"),
    rows("b")
  ],
  ["parameters that there are not", supplier("sales", "?dateFrom=DAY&dateTo=DAY&limit=1&key=none"), rows("a", "b")],
  ...["", "true", "False", "null", "2"].map((flag): ReportRequest => [
    `no flag: ${flag}`,
    supplier("sales", `?dateFrom=DAY&flag=${flag}`),
    refused("flag: Value not validated")
  ])
]

const otherReports: ReadonlyArray<ReportRequest> = [
  ["supplies since a day", supplier("incomes", "?dateFrom=DAY"), rows(1)],
  ["supplies since a time in PHP", supplier("incomes", "?dateFrom=DAYT12%3A00%3A01%2B03%3A00"), rows()],
  ["supplies without a date", supplier("incomes", ""), refused(["dateFrom: field required"])],
  ["stocks since an early day", supplier("stocks", "?dateFrom=2019-06-20"), rows(1, 2)],
  ["stocks since a time in JavaScript", supplier("stocks", "?dateFrom=DAYT09:00:01.000Z"), rows()]
]

const detail = (query: string): SentRequest => ({ path: `/api/v5/supplier/reportDetailByPeriod?${query}` })
const wrongDetail = (says: string) => refused(`GetReportDetailByPeriodNB decode error: ${says}`)

const realization: ReadonlyArray<ReportRequest> = [
  ["all parameters", detail("dateFrom=DAY&dateTo=NEXT&limit=100000&rrdid=0&period=weekly"), rows(1, 2)],
  ["rrdid of 0 and limit left out", detail("dateFrom=DAY&dateTo=NEXT"), rows(1, 2)],
  ["one row", detail("dateFrom=DAY&dateTo=NEXT&limit=1&rrdid=0"), rows(1)],
  ["the row after it", detail("dateFrom=DAY&dateTo=NEXT&limit=1&rrdid=1"), rows(2)],
  ["the end", detail("dateFrom=DAY&dateTo=NEXT&limit=1&rrdid=2"), empty],
  ["daily", detail("dateFrom=DAY&dateTo=NEXT&period=daily"), rows(3)],
  ["times in Go", detail("dateFrom=DAYT00%3A00%3A00%2B03%3A00&dateTo=DAYT23%3A59%3A59%2B03%3A00"), rows(1)],
  ["times in Python", detail("dateFrom=DAY+00%3A00%3A00&dateTo=DAY+23%3A59%3A59.999999"), rows(1)],
  // Midnight in Greenwich is three o'clock in Moscow.
  [
    "times in JavaScript, which end on the next day",
    detail("dateFrom=DAYT00:00:00.000Z&dateTo=DAYT23:59:59.000Z"),
    rows(1, 2)
  ],
  ["a period that ends before it begins", detail("dateFrom=NEXT&dateTo=DAY"), empty],
  ["rrdId, which there is not", detail("dateFrom=DAY&dateTo=NEXT&rrdId=1"), rows(1, 2)],
  ["dateto, which there is not", detail("dateFrom=DAY&dateto=NEXT"), wrongDetail("missing dateTo params")],
  ["no period at all", detail(""), wrongDetail("missing dateFrom params")],
  ["an empty date", detail("dateFrom=&dateTo=NEXT"), wrongDetail("wrong dateFrom params")],
  ...["rrdid=", "rrdid=None", "rrdid=-1", "limit=", "limit=0", "limit=1000000", "period=", "period=Weekly"].map(
    (wrong): ReportRequest => [
      `wrong: ${wrong}`,
      detail(`dateFrom=DAY&dateTo=NEXT&${wrong}`),
      wrongDetail("wrong params")
    ]
  )
]

const detailed = (body: unknown, headers?: SentRequest["headers"]): SentRequest => ({
  path: "/api/finance/v1/sales-reports/detailed",
  method: "POST",
  body,
  ...(headers && { headers })
})
const wrongDetailed = (says: string) => refused(`sales report decode error: ${says}`)
const period = { dateFrom: "DAY", dateTo: "NEXT" }

const newRealization: ReadonlyArray<ReportRequest> = [
  [
    "all fields",
    detailed({ ...period, limit: 100_000, rrdId: 0, period: "weekly", fields: ["rrdId", "srid"] }),
    rows(1, 2)
  ],
  ["Go, omitempty", detailed(period), rows(1, 2)],
  ["an empty list of fields", detailed({ ...period, fields: [] }), rows(1, 2)],
  [
    "Java, null for what is not set",
    detailed({ ...period, limit: null, rrdId: null, period: null, fields: null }),
    rows(1, 2)
  ],
  ["the row after", detailed({ ...period, limit: 1, rrdId: 1 }), rows(2)],
  ["the end", detailed({ ...period, rrdId: 2 }), empty],
  [
    "daily, times in Python",
    detailed({ dateFrom: "DAY 00:00:00", dateTo: "DAYT23:59:59.999999+03:00", period: "daily" }),
    rows(3)
  ],
  ["rrdid, which there is not", detailed({ ...period, rrdid: 1 }), rows(1, 2)],
  ["as a text", detailed(period, { "content-type": "text/plain;charset=UTF-8" }), rows(1, 2)],
  ["curl -d", detailed(period, { "content-type": "application/x-www-form-urlencoded" }), rows(1, 2)],
  ["with a charset", detailed(period, { "content-type": "application/json; charset=utf-8" }), rows(1, 2)],
  [
    "a form",
    detailed("dateFrom=DAY&dateTo=NEXT", { "content-type": "application/x-www-form-urlencoded" }),
    wrongDetailed("wrong params")
  ],
  ["no body", detailed(undefined), wrongDetailed("wrong params")],
  ["an empty body in PHP", detailed([]), wrongDetailed("wrong params")],
  [
    "the period in the query",
    { ...detailed({}), path: "/api/finance/v1/sales-reports/detailed?dateFrom=DAY&dateTo=NEXT" },
    wrongDetailed("missing dateFrom params")
  ],
  ["null for the day", detailed({ ...period, dateFrom: null }), wrongDetailed("missing dateFrom params")],
  ...[{ rrdId: "1" }, { limit: "10" }, { limit: 0 }, { limit: 100_001 }, { period: "" }, { fields: "rrdId" }].map(
    (wrong): ReportRequest => [
      `wrong: ${JSON.stringify(wrong)}`,
      detailed({ ...period, ...wrong }),
      wrongDetailed("wrong params")
    ]
  )
]

const stocks = (body: unknown, query = ""): SentRequest => ({
  path: `/api/analytics/v1/stocks-report/wb-warehouses${query}`,
  method: "POST",
  body
})
const wrongStocks = refused("stocks report: wrong params")

const currentStocks: ReadonlyArray<ReportRequest> = [
  ["all fields", stocks({ nmIds: [1], chrtIds: [11], limit: 250_000, offset: 0 }), rows(1)],
  ["lists that are empty", stocks({ nmIds: [], chrtIds: [], limit: 250_000, offset: 0 }), rows(1, 2)],
  ["Go, nil for a list", stocks({ nmIds: null, chrtIds: null, limit: 250_000, offset: 0 }), rows(1, 2)],
  ["C#, null for what is not set", stocks({ nmIds: [2], chrtIds: null, limit: null, offset: null }), rows(2)],
  ["no field", stocks({}), rows(1, 2)],
  ["no field in PHP", stocks([]), rows(1, 2)],
  ["no body", stocks(undefined), rows(1, 2)],
  ["nothing", stocks(null), rows(1, 2)],
  ["the second page", stocks({ limit: 1, offset: 1 }), rows(2)],
  ["the page behind the last one", stocks({ limit: 2, offset: 2 }), rows()],
  ["a page in the query, which there is not", stocks({}, "?limit=1&offset=1"), rows(1, 2)],
  ["nmIDs, which there is not", stocks({ nmIDs: [1] }), rows(1, 2)],
  [
    "the other path",
    { ...stocks({ nmIds: [2] }), path: "/api/analytics/v1/stocks-report/marketplace-warehouses" },
    rows(2)
  ],
  ...[{ nmIds: ["1"] }, { nmIds: 1 }, { limit: "1" }, { limit: 0 }, { limit: 250_001 }, { offset: -1 }].map(
    (wrong): ReportRequest => [`wrong: ${JSON.stringify(wrong)}`, stocks(wrong), wrongStocks]
  )
]

const day = supplier("orders", "?dateFrom=DAY")

const headers: ReadonlyArray<ReportRequest> = [
  ["the token alone", day, rows("a", "b")],
  ["after Bearer", { ...day, scheme: "Bearer " }, rows("a", "b")],
  ["after bearer", { ...day, scheme: "bearer " }, rows("a", "b")],
  ["a GET that says it is JSON", { ...day, headers: { "content-type": "application/json" } }, rows("a", "b")],
  [
    "axios",
    { ...day, headers: { accept: "application/json, text/plain, */*", "accept-encoding": "gzip, deflate, br" } },
    rows("a", "b")
  ],
  ["requests", { ...day, headers: { accept: "*/*", "accept-encoding": "gzip, deflate, br, zstd" } }, rows("a", "b")],
  ["curl", { ...day, headers: { accept: "*/*", "accept-encoding": "identity" } }, rows("a", "b")],
  [
    "Guzzle",
    {
      ...day,
      headers: { accept: "application/json", "content-type": "application/json", "user-agent": "GuzzleHttp/7" }
    },
    rows("a", "b")
  ]
]

/** By what they are about. */
export const reportRequests = {
  dates,
  flags,
  "other reports": otherReports,
  "realization detail": realization,
  "realization detail, new version": newRealization,
  "current stocks": currentStocks,
  headers
} satisfies Readonly<Record<string, ReadonlyArray<ReportRequest>>>
