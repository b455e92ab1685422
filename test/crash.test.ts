/** Every storage driver keeps what it has promised when processes crash. */
import { crashSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) crashSuite(storage)
