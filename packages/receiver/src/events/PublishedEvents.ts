/** What events of the promotion scope tell of their campaign. Types and statuses are those of the seller API. */
interface Campaign {
  readonly advertId: number
  readonly name: string
  readonly type: number
}

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
  readonly "promotion/campaign_status_changed": Campaign & {
    readonly from: number
    readonly to: number
    readonly changedAt: string
  }
  readonly "promotion/campaign_budget_exhausted": Campaign & { readonly exhaustedAt: string }
  readonly "promotion/campaign_declined": Campaign & { readonly declinedAt: string }
  readonly "promotion/campaign_removed": Campaign & { readonly removedAt: string }
}

const present: { readonly [Name in keyof PublishedEvents]: true } = {
  "contentanalytics/report_generation_complete": true,
  "content/card_creation_error": true,
  "content/card_changed": true,
  "questionsandfeedback/feedback_updated": true,
  "promotion/campaign_status_changed": true,
  "promotion/campaign_budget_exhausted": true,
  "promotion/campaign_declined": true,
  "promotion/campaign_removed": true
}

export const publishedNames: ReadonlyArray<string> = Object.keys(present)
