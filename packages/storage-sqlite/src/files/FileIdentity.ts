/** Which file a name leads to, and what is known of it without opening it. */
import { type BigIntStats, lstatSync, statSync } from "node:fs"

type Stat = typeof lstatSync | typeof statSync

/** Undefined where there is no file, or where it may not be read. */
const ask = (stat: Stat, path: string): BigIntStats | undefined => {
  try {
    return stat(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Of the file itself, not of one that it is a symbolic link to. */
export const fileAt = (path: string): BigIntStats | undefined => ask(lstatSync, path)

/** Of the file that a symbolic link leads to as well. */
export const fileBehind = (path: string): BigIntStats | undefined => ask(statSync, path)

export const isSameFile = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev
