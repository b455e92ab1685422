/** Where a server that listens at every address of this machine is called from here. */

export const reachable = (listening: string): string => listening.replace("//0.0.0.0", "//127.0.0.1")
