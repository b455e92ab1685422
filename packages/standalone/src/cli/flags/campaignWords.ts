/** What people call the types and the statuses of campaigns (Seller Statistics Reports, Campaign fields, Campaign statuses). */
import type { CampaignStatus, CampaignType } from "@sellerkit/core"

export const campaignTypes = [
  ["catalog", 4],
  ["content", 5],
  ["search", 6],
  ["recommendations", 7],
  ["automatic", 8],
  ["auction", 9]
] as const satisfies ReadonlyArray<readonly [word: string, type: CampaignType]>

export const campaignStatuses = [
  ["ready", 4],
  ["active", 9],
  ["paused", 11],
  ["completed", 7],
  ["declined", 8],
  ["deleting", -1]
] as const satisfies ReadonlyArray<readonly [word: string, status: CampaignStatus]>

type Words = ReadonlyArray<readonly [word: string, number: number]>

const wordIn = (words: Words, number: number): string => words.find(([, known]) => known === number)![0]

export const typeWord = (type: CampaignType): string => wordIn(campaignTypes, type)
export const statusWord = (status: CampaignStatus): string => wordIn(campaignStatuses, status)
