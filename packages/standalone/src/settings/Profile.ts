/** The two ways of setting up an installation. */
import { Schema } from "effect"

/** Development makes up what is missing; production refuses to start without it. */
export const Profile = Schema.Literals(["development", "production"])
export type Profile = typeof Profile.Type
