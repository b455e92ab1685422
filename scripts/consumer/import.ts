/** Imports each module that is named on the command line. */
import "./platform.ts"

for (const name of process.argv.slice(2)) {
  const module = (await import(name)) as object
  if (Object.keys(module).length === 0) throw new Error(`${name} exports nothing`)
}
