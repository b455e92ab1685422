/** Notes. */
import { Duration } from "effect"
import { feature } from "../Feature.ts"
import { dueRecordsJob } from "../records/dueRecordsJob.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { noteLimits } from "./http/noteLimits.ts"
import { NotesHandlers } from "./http/NotesHandlers.ts"
import { noteChanges, notes as noteRecords } from "./noteRecords.ts"
import { Notes } from "./Notes.ts"

const publication = dueRecordsJob({
  name: "notes",
  collection: noteRecords,
  // our choice: a second's worth.
  most: 100,
  handle: (account, { id }) => Notes.use((service) => service.publishDue(account, id)),
  problem: "A note could not be published; it is tried again",
  retryAfter: Duration.minutes(1)
})

export const notes = feature({
  handlers: [NotesHandlers],
  services: [Notes.layer],
  jobs: [publication],
  limits: noteLimits,
  // our choice: as long as deliveries.
  retention: { noteChanges: recordRetention(noteChanges, Duration.days(30)) }
})
