/** The event types that the service publishes out of the box, as a receiver sees them. Times are ISO 8601. */
export interface PublishedEvents {
  readonly "contentanalytics/report_generation_complete": {
    readonly reportId: string
    readonly reportType: "stocks" | "paidAcceptance" | "paidStorage"
    readonly generatedAt: string
  }
  readonly "content/card_creation_error": {
    readonly vendorCode: string
    readonly updateAt: string
    readonly subjectID: number
    /** By language. */
    readonly translations: {
      readonly [language: string]: { readonly subject: string; readonly errors: ReadonlyArray<string> }
    }
  }
  readonly "content/card_changed": {
    readonly nmID: number
    readonly vendorCode: string
    readonly updatedAt: string
    /** True when the card was deleted outside the API. */
    readonly deleted?: boolean
    readonly subjectID?: number
    readonly title?: string
    readonly description?: string
    readonly brand?: string
  }
  readonly "questionsandfeedback/feedback_updated": {
    readonly feedbackId: string
    readonly nmID: number
    /** From 1 to 5. */
    readonly productValuation: number
    readonly text: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly answer?: { readonly text: string; readonly createdAt: string }
  }
}

const present: { readonly [Name in keyof PublishedEvents]: true } = {
  "contentanalytics/report_generation_complete": true,
  "content/card_creation_error": true,
  "content/card_changed": true,
  "questionsandfeedback/feedback_updated": true
}

export const publishedNames: ReadonlyArray<string> = Object.keys(present)
