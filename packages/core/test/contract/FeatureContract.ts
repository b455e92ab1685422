/** What a document of the marketplace says about a feature, as a table beside the feature's tests. */

/** `windows` are as the limits of operations have them, such as `20 seconds`. */
interface LimitContract {
  readonly permits: number
  readonly window: string
  /** Whether all tokens of an account share it; otherwise each service has its own. */
  readonly isPerAccount?: true
  /** What the document's table of limits calls it, and the operations that share it. */
  readonly row: string
}

interface AccessContract {
  readonly tokenTypes: ReadonlyArray<string>
  readonly category: string
}

interface OperationContract {
  /** As the document calls it, where that has a name for it. */
  readonly name?: string
  /** As the document lists them. */
  readonly statuses: string
  /** our choice: statuses that the document does not show. */
  readonly chosenStatus?: string
  /** our choice: statuses that the document shows, and nothing of ours leads to. */
  readonly neverAnswered?: string
  /** our choice: another spelling of that operation, which the document does not have. */
  readonly aliasOf?: string
  /** Parameters of the query with their schemas; undefined: the document names it only. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Parameters of the query that have to be sent. */
  readonly required?: ReadonlyArray<string>
  /** The schema of a body that has no name. */
  readonly body?: Readonly<Record<string, unknown>>
  /** How often it may be called, where that is published. */
  readonly limit?: LimitContract
  /**
   * What it refuses is one text: alone, as a string of JSON, in `{error}`, in `{message, type}`, in `{errors}`, or in a problem with its status.
   * Otherwise it is a problem.
   */
  readonly refusal?: "error" | "jsonText" | "message" | "reportErrors" | "reportProblem" | "statusProblem" | "text"
  /** Who may call it, where it is not as the feature's. */
  readonly access?: AccessContract
  /** Whether it changes something, and so refuses read-only tokens. */
  readonly refusesReadOnly?: true
}

interface SchemaContract {
  readonly fields: ReadonlyArray<string>
  /** Fields that have to be sent. */
  readonly required?: ReadonlyArray<string>
  /** Parts of the schemas of fields. */
  readonly limits?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface FeatureContract {
  /** The title of the document; absent where no document lists the operations. */
  readonly document?: string
  /** Who may call all of its operations; anybody, when absent. */
  readonly access?: AccessContract
  /** What the schemas of its errors 401, 403 and 429 are called before the name of the error; nothing, when absent. */
  readonly errors?: "Status"
  /** By method and path. Methods are those that the contract found or inferred. */
  readonly operations: Readonly<Record<string, OperationContract>>
  /** Rows that the document lists the fields of, by their headings. */
  readonly rows?: Readonly<Record<string, ReadonlyArray<string>>>
  /** By the names that the OpenAPI document has for them. */
  readonly schemas?: Readonly<Record<string, SchemaContract>>
  /** Types of events that notifications carry, as `scope/type`. */
  readonly eventTypes?: ReadonlyArray<string>
}
