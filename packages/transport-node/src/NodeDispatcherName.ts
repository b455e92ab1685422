/** The name of the dispatcher in a process of Node.js: its host and the id of the process, as lists of processes show them. */
import { DispatcherName } from "@sellerkit/core"
import { Layer } from "effect"
import { hostname } from "node:os"

export const layer: Layer.Layer<never> = Layer.sync(DispatcherName, () => `${hostname()}:${process.pid}`)
