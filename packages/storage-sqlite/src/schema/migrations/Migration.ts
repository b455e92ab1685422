/** One step of the schema: statements that run in one transaction, under a name that is never reused. */
export interface Migration {
  readonly name: string
  readonly statements: ReadonlyArray<string>
}
