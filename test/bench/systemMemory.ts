/** Files as a service finds them that has been running: in the system's memory, and on the disk. */
import { closeSync, fsyncSync, openSync, readdirSync, readSync, statSync } from "node:fs"
import { join } from "node:path"

const withFile = (file: string, use: (descriptor: number) => void): void => {
  const descriptor = openSync(file, "r")
  try {
    use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Gigabytes that the system still writes down would be measured with what comes next. */
export const awaitDisk = (file: string): void => withFile(file, fsyncSync)

/** A system may take memory back for which nobody has asked in a while: what comes next would wait for the disk. */
export const readIntoMemory = (path: string): void => {
  if (statSync(path).isDirectory()) return readdirSync(path).forEach((name) => readIntoMemory(join(path, name)))
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  withFile(path, (descriptor) => {
    while (readSync(descriptor, buffer) > 0);
  })
}
