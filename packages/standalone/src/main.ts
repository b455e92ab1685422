#!/usr/bin/env node
/**
 * `sellerkit`. Whether Node.js is new enough is looked at before anything is imported that an older one could not even read; this
 * file it can.
 */

// That of package.json.
const needed = [22, 19]
const running = process.versions.node.split(".").map(Number)
const isNewEnough = running[0]! > needed[0]! || (running[0] === needed[0] && running[1]! >= needed[1]!)

if (isNewEnough) {
  void import("./cli/run.ts")
} else {
  console.error(`sellerkit needs Node.js ${needed.join(".")} or newer, and this is ${process.versions.node}.`)
  process.exitCode = 1
}
