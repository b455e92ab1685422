/** The caller of the request, as change history will name it. */
import { Effect } from "effect"
import { CurrentCaller } from "../../access/Access.ts"
import { actorOf } from "../../access/Actor.ts"
import { RequestContext } from "./RequestContext.ts"

export const currentActor = Effect.zipWith(CurrentCaller, RequestContext, (caller, { ip }) => actorOf(caller, ip))
