/** An address that somebody else has written. It becomes a link only where following it cannot run anything here. */

/** Undefined where it is no address of the web. */
const webAddress = (text: string): string | undefined => {
  try {
    const { href, protocol } = new URL(text)
    return protocol === "https:" || protocol === "http:" ? href : undefined
  } catch {
    return undefined
  }
}

export const Outward = ({ url }: { readonly url: string }) => {
  const href = webAddress(url)
  if (href === undefined) return <span class="address">{url}</span>
  return (
    <a class="address" href={href} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  )
}
