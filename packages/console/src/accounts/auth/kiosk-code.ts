/**
 * Whether the referrer has the origin that a kiosk code was signed for. A page may suppress its referrer; then the
 * answer is no.
 */
export function isFromSigner(code: string, referrer: string): boolean {
  try {
    const payload: unknown = JSON.parse(textOf(code.split('.')[0] ?? ''))
    if (typeof payload !== 'object' || payload === null || !('origin' in payload)) return false
    return new URL(referrer).origin === payload.origin
  } catch {
    return false
  }
}

function textOf(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}
