#!/usr/bin/env node
/**
 * `sellerkit`. It checks the version of Node.js before it imports anything that an older version cannot parse. An older version
 * can parse this file.
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
