/** `node:sqlite`, without the warning of Node.js 22 that it is experimental: an operator can do nothing about it. */

const isOfSqlite = (warning: string | Error, type: unknown): boolean =>
  type === "ExperimentalWarning" && String(warning).includes("SQLite")

/** Node.js warns when the module is loaded, and only then. Other warnings are passed on. */
const loadQuietly = () => {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: ReadonlyArray<unknown>) => {
    if (!isOfSqlite(warning, rest[0])) Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}

export const { DatabaseSync } = loadQuietly()
export type DatabaseSync = InstanceType<typeof DatabaseSync>
