/** How many days an operation may look back. our choice: most records are kept for 30 days, when nothing else is set. */
export const lastDays = { minimum: 1, maximum: 31, usual: 30 } as const
