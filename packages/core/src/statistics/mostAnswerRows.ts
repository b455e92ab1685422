/**
 * Rows that one answer is made of, at most (our choice). Answers have no pages: each is one value, and one text, in memory. So many
 * take about a second, in which nobody else is answered, and a campaign of ten banners shows all days that are kept.
 */
export const mostAnswerRows = 50_000
