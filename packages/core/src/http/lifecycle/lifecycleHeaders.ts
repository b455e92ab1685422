/** The headers of a deprecated operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` (RFC 8288). */
import type { OperationLifecycle } from "../../lifecycle/OperationLifecycle.ts"
import { changeLogPath } from "./changeLogPage.ts"

/** `mounted`: the path that the API is mounted under. A successor that is not served here has no path. */
export const lifecycleHeaders = (
  { deprecatedAt, disabledAt }: OperationLifecycle,
  successorPath: string | undefined,
  mounted: string
): Readonly<Record<string, string>> => {
  const prefix = mounted === "/" ? "" : mounted
  const links = [
    `<${prefix}${changeLogPath}>; rel="deprecation"; type="text/html"`,
    ...(successorPath === undefined ? [] : [`<${prefix}${successorPath}>; rel="successor-version"`])
  ]
  return {
    deprecation: `@${deprecatedAt / 1000}`,
    ...(disabledAt !== undefined && { sunset: new Date(disabledAt).toUTCString() }),
    link: links.join(", ")
  }
}
