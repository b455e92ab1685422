/** Two drivers, and what is known of what they hold. */
import type { Drivers } from "./Drivers.ts"
import type { World } from "./World.ts"

export interface Trial {
  readonly drivers: Drivers
  readonly world: World
}
