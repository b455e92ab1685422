/** Files as a service finds them that has been running: in the system's memory, and on the disk. */
import { closeSync, fsyncSync, openSync, readdirSync, readSync } from "node:fs"
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
export const readIntoMemory = (file: string): void => {
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  withFile(file, (descriptor) => {
    while (readSync(descriptor, buffer) > 0);
  })
}

const isGone = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/** Of a folder from which files may go away meanwhile. */
export const readFolderIntoMemory = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    try {
      readIntoMemory(join(folder, name))
    } catch (cause) {
      if (!isGone(cause)) throw cause
    }
  }
}
