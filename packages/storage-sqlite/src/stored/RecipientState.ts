/** What became of an event at one webhook, as the column `recipient.state` holds it. */
export const recipientState = { pending: 0, delivered: 1, dropped: 2 } as const

export type RecipientState = (typeof recipientState)[keyof typeof recipientState]
