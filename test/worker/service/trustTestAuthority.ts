/**
 * Has workerd trust the authority of test certificates. To be imported before miniflare, which reads the variable when it is
 * loaded.
 */
import { testAuthority } from "@sellerkit/testing"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "sellerkit-authority-"))
process.on("exit", () => rmSync(folder, { recursive: true }))

const file = join(folder, "authority.pem")
writeFileSync(file, testAuthority)
process.env["NODE_EXTRA_CA_CERTS"] = file
