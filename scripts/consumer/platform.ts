/** Stands in for the module that only Cloudflare's platform has. */
import { registerHooks } from "node:module"

const classes = ["DurableObject", "RpcTarget", "WorkerEntrypoint"].map((name) => `export class ${name} {}`).join(";")

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "cloudflare:workers"
      ? { url: `data:text/javascript,${encodeURIComponent(classes)}`, shortCircuit: true }
      : next(specifier, context)
})
