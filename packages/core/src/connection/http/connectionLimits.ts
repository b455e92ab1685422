/** How often a connection may be checked (contract, Authentication, ping). */
import { limitTable } from "../../limits/Limits.ts"

export const connectionLimits = limitTable({ connectionChecks: { permits: 3, window: "30 seconds" } })
