/** The address at which this machine calls a server that listens at every address. */

export const reachable = (listening: string): string => listening.replace("//0.0.0.0", "//127.0.0.1")
