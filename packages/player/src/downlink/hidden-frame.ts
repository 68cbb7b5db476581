/**
 * The sandbox of everything on the content origin, our own pages included: packages share their origin, so a package
 * can run scripts in them, and replace what the browser stores there.
 */
export const CONTENT_SANDBOX = 'allow-scripts allow-same-origin'

/** A page of ours on the content origin; the caller adds it to the document. */
export function hiddenFrame(address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('sandbox', CONTENT_SANDBOX)
  frame.src = address
  return frame
}
