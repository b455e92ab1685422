/** Which content coding an answer gets (RFC 9110, 12.5.3). */
import type { HttpPlatform } from "effect/http"

export type ContentCoding = "br" | "gzip" | "zstd"

/**
 * our choice: among codings that a caller likes equally, that comes first which makes rows smallest in the least time. The levels
 * make them a tenth of their size. Higher ones take two to five times as long and save a tenth of that.
 */
const levels: ReadonlyMap<ContentCoding, number> = new Map([
  ["zstd", 1],
  ["br", 1],
  ["gzip", 3]
])

export const levelOf = (coding: ContentCoding): number => levels.get(coding)!

const member = /^([^\s;]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

/** How much each coding is liked, from 0 to 1. What cannot be read is left out. */
const qualitiesIn = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding.split(",").flatMap((text) => {
      const found = member.exec(text.trim().toLowerCase())
      return found === null ? [] : [[found[1]!, Number(found[2] ?? 1)] as const]
    })
  )

/** The best of the codings that the platform has and the caller takes; undefined: the answer is not encoded. */
export const contentCodingFor = (
  acceptEncoding: string | undefined,
  available: ReadonlySet<HttpPlatform.CompressionAlgorithm>
): ContentCoding | undefined => {
  if (acceptEncoding === undefined) return undefined
  const qualities = qualitiesIn(acceptEncoding)
  const others = qualities.get("*") ?? 0
  // Not being encoded is only better than a coding where the caller says so.
  let best = { quality: qualities.get("identity") ?? 0, coding: undefined as ContentCoding | undefined }
  for (const coding of levels.keys()) {
    const quality = available.has(coding) ? (qualities.get(coding) ?? others) : 0
    const isBetter = best.coding === undefined ? quality >= best.quality : quality > best.quality
    if (quality > 0 && isBetter) best = { quality, coding }
  }
  return best.coding
}
