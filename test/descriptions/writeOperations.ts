/** `npm run operations`: writes the README's table of operations. */
import { writeOperations } from "./operationsTable.ts"

writeOperations()
