/** The clock that all processes of a machine share: the operating system's monotonic one. */

/** Milliseconds since a point in the past that is the same for every process. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6
