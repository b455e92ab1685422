/** What tests ask about media campaigns. */
import { Effect } from "effect"
import { call, done, get, operator } from "../CampaignWorld.ts"

export const item = { id: 7, name: "Front page", status: 6, cpm: 300, advert_type: 1, place: 2 }

/** Puts in a campaign that is shown, or as it is said. */
export const putMedia = (
  id: number,
  { extended = {}, ...is }: { readonly extended?: object; readonly [field: string]: unknown } = {}
) =>
  done(
    operator("PUT", `/media-campaigns/${id}`, {
      name: `Sale ${id}`,
      brand: "Plank",
      type: 2,
      status: 6,
      items: [item],
      extended: { budget: 1000, ...extended },
      ...is
    })
  )

export const actOnMedia = (action: "pause" | "start" | "stop", id: number, reason?: string) =>
  call("POST", `/adv/v1/advert/${action}`, { advert_id: id, ...(reason !== undefined && { reason }) })

export const mediaInformation = (id: number) => Effect.map(done(get(`/adv/v1/advert?id=${id}`)), ({ body }) => body)
export const mediaStatus = (id: number) => Effect.map(mediaInformation(id), ({ status }) => status as number)

/** Lines of statistics, as the marketplace's own side tells them. */
export const tellMedia = (...rows: ReadonlyArray<object>) =>
  Effect.map(
    done(
      operator("POST", "/media-statistics", rows.map((row) => JSON.stringify(row)).join("\n"), "application/x-ndjson")
    ),
    ({ body }) => body
  )
