/** Periods that end today. */
const day = 24 * 60 * 60 * 1000

/** Days of Moscow, in which statistics are kept, are three hours ahead of UTC. */
const moscow = 3 * 60 * 60 * 1000

const dayOf = (time: number): string => new Date(time + moscow).toISOString().slice(0, 10)

/** So many days, of which today is the last. */
export const lastDays = (now: number, days: number): { readonly begin: string; readonly end: string } => ({
  begin: dayOf(now - (days - 1) * day),
  end: dayOf(now)
})
