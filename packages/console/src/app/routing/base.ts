/** Where the console is mounted, such as `/console`: its scripts lie in `assets` below it. */
export const base = new URL("..", import.meta.url).pathname.replace(/\/$/, "")
