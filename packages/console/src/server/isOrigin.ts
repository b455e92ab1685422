/** Whether a text is the origin of one host, such as `https://seller.example`: in a policy a pattern would let in more than that. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
