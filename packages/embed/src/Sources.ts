/** Facts that the host has in a database of its own, where they are read instead of being put in. */
import {
  type Account,
  type Days,
  type KeywordStatistics,
  KeywordRow,
  Product,
  ProductSource,
  StatisticsRow,
  StatisticsSource,
  StorageError,
  type Subject
} from "@sellerkit/core"
import { Duration, Effect, Layer, Schema } from "effect"
import type { Seller } from "./Seller.ts"

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

export interface Sources {
  readonly products?: ProductSourceOption | undefined
  readonly statistics?: StatisticsSourceOption | undefined
}

// our choice: a request is waiting.
const longest = Duration.seconds(10)

const Subjects = Schema.Array(
  Schema.Struct({ id: Product.fields.subjectId, name: Product.fields.subjectName, count: Schema.Int })
)
const Keywords = Schema.Array(KeywordRow.mapFields(({ advertId: _, ...fields }) => fields))

/** Asks the host. An answer that is late, that fails or that is of another shape is a failure of the storage. */
const asking =
  <A>(operation: string, shape: Schema.Codec<A, unknown>) =>
  (account: Account, ask: (seller: Seller) => Promise<unknown>): Effect.Effect<A, StorageError> =>
    Effect.tryPromise(async () => ask({ sellerId: account.sellerId, sandbox: account.sandbox })).pipe(
      Effect.timeout(longest),
      Effect.flatMap(Schema.decodeUnknownEffect(shape)),
      Effect.mapError((cause) => new StorageError({ operation, retryable: true, cause }))
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

/** Provides the sources that there are. Services look for them, and have their own where there are none. */
export const sourcesLayer = ({ products, statistics }: Sources): Layer.Layer<never> =>
  Layer.merge(
    products === undefined ? Layer.empty : productLayer(products),
    statistics === undefined ? Layer.empty : statisticsLayer(statistics)
  )
