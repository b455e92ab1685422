/** Facts that the host has in a database of its own, where they are read instead of being put in. */
import {
  type Account,
  type ChangingKind,
  type DatedKind,
  type Days,
  type KeywordStatistics,
  KeywordRow,
  Product,
  ProductSource,
  type RealizationAsked,
  type ReportKind,
  reportKinds,
  type ReportRows,
  reportRowText,
  ReportSource,
  type ShownRows,
  StatisticsRow,
  StatisticsSource,
  type StocksAsked,
  StorageError,
  type Subject
} from "@sellerkit/core"
import { Duration, Effect, identity, Layer, Schema, Stream } from "effect"
import type { Seller } from "../Seller.ts"

/** The products of sellers. Each answer has what was asked for only. */
export interface ProductSourceOption {
  /** Those of these numbers that there are, in any order. */
  named(seller: Seller, nms: ReadonlyArray<number>): Promise<ReadonlyArray<Product>>
  /** Products of these subjects, by their subjects in this order and by their numbers, at most so many of each. */
  ofSubjects(seller: Seller, ids: ReadonlyArray<number>, most: number): Promise<ReadonlyArray<Product>>
  /** The subjects that have products, by their ids. */
  subjects(seller: Seller): Promise<ReadonlyArray<Subject>>
}

/** What came of campaigns. */
export interface StatisticsSourceOption {
  /** Of one campaign, in the order of days, platforms and products. Days are those of Moscow, both included. */
  rows(seller: Seller, advertId: number, days: Days): Promise<ReadonlyArray<StatisticsRow>>
  /** What the phrases of one campaign had, day by day: in some days, or in all. */
  keywords(seller: Seller, advertId: number, days: Days | undefined): Promise<ReadonlyArray<KeywordStatistics>>
}

/**
 * Rows of reports, in the order that is asked for and no more than that, as of the last refresh. They are read while they are sent:
 * where the caller takes them slowly, the next row is asked for later.
 */
export interface ReportSourceOption {
  /** Those that were changed then or later (`lastChangeDate`), and those that were changed first at the beginning. */
  changedSince<Kind extends ChangingKind>(
    seller: Seller,
    kind: Kind,
    asked: { readonly since: Date; readonly limit: number },
    refreshed: Date
  ): AsyncIterable<ReportRows[Kind]>
  /** All whose `date` is this day in Moscow. */
  ofDay<Kind extends DatedKind>(
    seller: Seller,
    kind: Kind,
    day: string,
    refreshed: Date
  ): AsyncIterable<ReportRows[Kind]>
  /** Always in the same order. */
  stocks(seller: Seller, asked: StocksAsked, refreshed: Date): AsyncIterable<ReportRows["stocks"]>
  /** In the order of days (`rr_dt`) and then of `rrd_id`. */
  realization(seller: Seller, asked: RealizationAsked, refreshed: Date): AsyncIterable<ReportRows["realization"]>
}

export interface Sources {
  readonly reports?: ReportSourceOption | undefined
  readonly products?: ProductSourceOption | undefined
  readonly statistics?: StatisticsSourceOption | undefined
}

// our choice: a request is waiting.
const longest = Duration.seconds(10)

const Subjects = Schema.Array(
  Schema.Struct({ id: Product.fields.subjectId, name: Product.fields.subjectName, count: Schema.Int })
)
const Keywords = Schema.Array(KeywordRow.mapFields(({ advertId: _, ...fields }) => fields))

/** Repeating the request does not help: the host's own code has failed, and the log says how. */
const sourceFailed = (operation: string) => (cause: unknown) =>
  new StorageError({ operation: `sources.${operation}`, retryable: false, cause })

/** Asks the host. An answer that is late, that fails or that is of another shape is a failure of the source. */
const asking =
  <A>(operation: string, shape: Schema.Codec<A, unknown>) =>
  (account: Account, ask: (seller: Seller) => Promise<unknown>): Effect.Effect<A, StorageError> =>
    Effect.tryPromise({
      try: async () => ask({ sellerId: account.sellerId, sandbox: account.sandbox }),
      catch: identity<unknown>
    }).pipe(
      Effect.timeoutOrElse({
        duration: longest,
        orElse: () =>
          Effect.fail<unknown>(new Error(`The source did not answer within ${Duration.toSeconds(longest)} seconds`))
      }),
      Effect.flatMap(Schema.decodeUnknownEffect(shape)),
      Effect.mapError(sourceFailed(operation))
    )

const askNamed = asking("products.named", Schema.Array(Product))
const askOfSubjects = asking("products.ofSubjects", Schema.Array(Product))
const askSubjects = asking("products.subjects", Subjects)
const askRows = asking("statistics.rows", Schema.Array(StatisticsRow))
const askKeywords = asking("statistics.keywords", Keywords)

const productLayer = (products: ProductSourceOption): Layer.Layer<ProductSource> =>
  Layer.succeed(ProductSource, {
    named: (account, nms) => askNamed(account, (seller) => products.named(seller, nms)),
    ofSubjects: (account, ids, most) => askOfSubjects(account, (seller) => products.ofSubjects(seller, ids, most)),
    subjects: (account) => askSubjects(account, (seller) => products.subjects(seller))
  })

const statisticsLayer = (statistics: StatisticsSourceOption): Layer.Layer<StatisticsSource> =>
  Layer.succeed(StatisticsSource, {
    rows: (account, advertId, days) => askRows(account, (seller) => statistics.rows(seller, advertId, days)),
    // The host decides how often its own answers are refreshed.
    keywords: (account, advertId, _refreshed, days) =>
      askKeywords(account, (seller) => statistics.keywords(seller, advertId, days))
  })

/** The rows that the host gives, as they are sent. One that is late, that fails or that has another shape breaks the answer off. */
const rowsOf = <Kind extends ReportKind>(kind: Kind, ask: () => AsyncIterable<unknown>): ShownRows => {
  const decode = Schema.decodeUnknownEffect(reportKinds[kind].row)
  const late = Stream.fail<unknown>(
    new Error(`The next row did not come within ${Duration.toSeconds(longest)} seconds`)
  )
  return {
    rows: Stream.unwrap(
      Effect.try({ try: () => Stream.fromAsyncIterable(ask(), identity<unknown>), catch: identity<unknown> })
    ).pipe(
      Stream.timeoutOrElse({ duration: longest, orElse: () => late }),
      Stream.mapEffect((row) => decode(row)),
      Stream.mapBoth({
        onError: sourceFailed(`reports.${kind}`),
        onElement: (row) => reportRowText<Kind>(kind, row)
      })
    )
  }
}

const sellerOf = ({ sandbox, sellerId }: Account): Seller => ({ sandbox, sellerId })

const shown = <Kind extends ReportKind>(kind: Kind, ask: () => AsyncIterable<unknown>) =>
  Effect.succeed(rowsOf(kind, ask))

const reportLayer = (reports: ReportSourceOption): Layer.Layer<ReportSource> =>
  Layer.succeed(ReportSource, {
    changedSince: (account, kind, { limit, since }, refreshed) =>
      shown(kind, () =>
        reports.changedSince(sellerOf(account), kind, { limit, since: new Date(since) }, new Date(refreshed))
      ),
    ofDay: (account, kind, day, refreshed) =>
      shown(kind, () => reports.ofDay(sellerOf(account), kind, day, new Date(refreshed))),
    stocks: (account, asked, refreshed) =>
      shown("stocks", () => reports.stocks(sellerOf(account), asked, new Date(refreshed))),
    realization: (account, asked, refreshed) =>
      shown("realization", () => reports.realization(sellerOf(account), asked, new Date(refreshed)))
  })

/** Provides the sources that there are. Services look for them, and have their own where there are none. */
export const sourcesLayer = ({ products, reports, statistics }: Sources): Layer.Layer<never> =>
  Layer.mergeAll(
    reports === undefined ? Layer.empty : reportLayer(reports),
    products === undefined ? Layer.empty : productLayer(products),
    statistics === undefined ? Layer.empty : statisticsLayer(statistics)
  )
