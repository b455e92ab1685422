/** The machine that figures are from. */
import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { availableParallelism, cpus, platform, release, totalmem } from "node:os"
import { join } from "node:path"
import { exact, whole } from "../reporting/format.ts"
import { now } from "./clock.ts"
import { median } from "../reporting/statistics.ts"

/** Of the file systems that are common, by the number that `statfs` gives on Linux. */
const fileSystems: Readonly<Record<number, string>> = {
  0xef53: "ext4",
  0x58465342: "xfs",
  0x9123683e: "btrfs",
  0x2fc12fc1: "zfs",
  0x794c7630: "overlay",
  0x01021994: "tmpfs (in memory: nothing is durable here)"
}

/** Microseconds until 4 KiB are on the disk: what a commit waits for. */
const syncTime = (folder: string): number => {
  const path = join(folder, "sync")
  const file = openSync(path, "w")
  const block = Buffer.alloc(4096, 1)
  const times = Array.from({ length: 200 }, (_, index) => {
    writeSync(file, block, 0, block.length, index * block.length)
    const startedAt = now()
    fdatasyncSync(file)
    return (now() - startedAt) * 1000
  })
  closeSync(file)
  rmSync(path)
  return median(times)
}

/** One fact per line; `folder` is where the databases are. */
export const machineFacts = (folder: string): ReadonlyArray<string> => {
  const model = cpus()[0]?.model.trim() ?? "unknown processor"
  const fileSystem = fileSystems[statfsSync(folder).type] ?? "another file system"
  return [
    `${availableParallelism()} cores, ${model}, ${whole(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}`,
    `Node.js ${process.versions.node}, SQLite ${process.versions.sqlite ?? "unknown"}, TypeScript sources, schemas compiled and V8 set as the service does`,
    `Databases on ${fileSystem}; 4 KiB are on the disk after ${exact(syncTime(folder))} µs (fdatasync, median); write-ahead log, synchronous = full`
  ]
}
