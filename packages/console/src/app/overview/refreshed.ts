// our choice: how old what the overview shows may be, in milliseconds. A dispatcher says every ten seconds that it is alive.
export const refreshed = 5000
