/** What a request allocates is collected as soon as it has been answered. */
import { setFlagsFromString } from "node:v8"

/**
 * Call it once as a process starts that is nothing but the service: it is a setting of the whole process.
 *
 * V8 notices which places of the code make objects that live long, and makes those old from then on. A service that starts makes
 * many that stay, at the same places of the framework that make a request's later. Those then stay too, with all that they hold,
 * until the whole heap is collected: a sixth of what requests allocated was copied, and requests cost half as much again.
 */
export const keepObjectsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")
