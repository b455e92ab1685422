/** Packs packages as they would be published, into a folder, and prints their tarballs: `node scripts/pack.ts <folder> core embed`. */
import { packAll } from "./packages/pack.ts"

const [destination, ...names] = process.argv.slice(2)
if (destination === undefined || names.length === 0) {
  console.error("Name the folder for the tarballs, then packages such as core")
  process.exit(2)
}
const packed = packAll(
  destination,
  names.map((name) => `packages/${name}`)
)
console.log(JSON.stringify(Object.fromEntries(packed.map(({ file, manifest }) => [manifest.name, file]))))
