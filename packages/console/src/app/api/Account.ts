/** Whose data a page shows. */
export interface Account {
  readonly sellerId: string
  readonly sandbox: boolean
}

/** Of the operator interface. */
export const operatorPath = ({ sellerId }: Account, rest: string): string =>
  `/operator/v1/sellers/${encodeURIComponent(sellerId)}/${rest}`

/** In the query of the operator's operations. */
export const sandboxQuery = ({ sandbox }: Account): { readonly sandbox?: true } => (sandbox ? { sandbox: true } : {})
