/** What a document of the marketplace says about a feature, as a table beside the feature's tests. */

interface OperationContract {
  /** As the document lists them. */
  readonly statuses: string
  /** our choice: a success status that the document does not show. */
  readonly chosenStatus?: string
  /** our choice: another spelling of that operation, which the document does not have. */
  readonly aliasOf?: string
  /** Parameters of the query with their schemas; undefined: the document names it only. */
  readonly query?: Readonly<Record<string, unknown>>
}

interface SchemaContract {
  readonly fields: ReadonlyArray<string>
  /** Fields that have to be sent. */
  readonly required?: ReadonlyArray<string>
  /** Parts of the schemas of fields. */
  readonly limits?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface FeatureContract {
  /** The title of the document. */
  readonly document: string
  /** Who may call all of its operations. */
  readonly access: { readonly tokenTypes: ReadonlyArray<string>; readonly category: string }
  /** By method and path. Methods are those that the contract found or inferred. */
  readonly operations: Readonly<Record<string, OperationContract>>
  /** By the names that the OpenAPI document has for them. */
  readonly schemas?: Readonly<Record<string, SchemaContract>>
  /** Types of events that notifications carry, as `scope/type`. */
  readonly eventTypes?: ReadonlyArray<string>
}
