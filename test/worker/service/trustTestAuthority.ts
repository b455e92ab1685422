/**
 * Has workerd trust the authority of test certificates. To be imported before miniflare, which reads the variable when it is
 * loaded.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testAuthority } from "../../../packages/testing/src/scenarios/badCertificates.ts"

const folder = mkdtempSync(join(tmpdir(), "sellerkit-authority-"))
process.on("exit", () => rmSync(folder, { recursive: true }))

const file = join(folder, "authority.pem")
writeFileSync(file, testAuthority)
process.env["NODE_EXTRA_CA_CERTS"] = file
