/** Where a request comes from. The platform writes it; what a caller sent under this name does not get here. */
export const callerAddress = ({ headers }: Request): string | undefined => headers.get("cf-connecting-ip") ?? undefined
