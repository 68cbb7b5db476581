import { MIRRORED_KEY, type State } from './state.ts'

const KEY = 'key'
const NAME = 'AES-GCM'
const IV_BYTES = 12
/** Characters converted per call. */
const PIECE = 8192

/**
 * Encrypts texts with a key stored `elsewhere`. Databases leave deleted records on the disk; deleting the key makes
 * them unreadable. `MIRRORED_KEY` stays in plain text. Without Web Crypto (plain HTTP), nothing is encrypted.
 */
export async function sealed(state: State, elsewhere: State): Promise<State> {
  const key = await keyIn(elsewhere).catch(() => undefined)
  if (!key) return state
  const { subtle } = crypto
  const seal = async (text: string) => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const data = await subtle.encrypt({ name: NAME, iv }, key, new TextEncoder().encode(text))
    return textOf(iv) + textOf(new Uint8Array(data))
  }
  const open = async (text: string) => {
    const bytes = bytesOf(text)
    const iv = bytes.subarray(0, IV_BYTES)
    return new TextDecoder().decode(await subtle.decrypt({ name: NAME, iv }, key, bytes.subarray(IV_BYTES)))
  }
  return {
    async get(name) {
      const kept = await state.get(name)
      // Values encrypted with another key are lost, and fetched again.
      return kept === undefined || name === MIRRORED_KEY ? kept : open(kept).catch(() => undefined)
    },
    async set(entries) {
      const changes: typeof entries = {}
      for (const [name, text] of Object.entries(entries))
        changes[name] = text === undefined || name === MIRRORED_KEY ? text : await seal(text)
      await state.set(changes)
    },
    clear: () => state.clear(),
  }
}

async function keyIn(elsewhere: State): Promise<CryptoKey> {
  let kept = await elsewhere.get(KEY)
  if (!kept) {
    kept = textOf(crypto.getRandomValues(new Uint8Array(32)))
    await elsewhere.set({ [KEY]: kept })
  }
  return crypto.subtle.importKey('raw', bytesOf(kept), NAME, false, ['encrypt', 'decrypt'])
}

/** One character per byte. */
function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
