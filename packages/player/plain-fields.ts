import type { Plugin } from 'vite'

/**
 * Builds private fields as plain ones with an underscore. The oldest browsers have none, and what they are lowered to, a
 * WeakMap for each, costs the player's start two kilobytes and each access a call. The compiler checks privacy in the
 * sources.
 */
export function plainFields(): Plugin {
  return {
    name: 'plain-fields',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/(player|contract|widgets)\/src\/.+\.tsx?$/, code: '#' },
      handler(code, id) {
        const names: number[] = []
        collect(this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }), names)
        if (names.length === 0) return null
        let plain = ''
        let at = 0
        for (const start of names.sort((a, b) => a - b)) {
          plain += `${code.slice(at, start)}_`
          at = start + 1
        }
        return { code: plain + code.slice(at), map: null }
      },
    },
  }
}

/** Where private names begin. */
function collect(node: unknown, names: number[]): void {
  if (typeof node !== 'object' || node === null) return
  const { type, start } = node as { type?: string; start?: number }
  if (type === 'PrivateIdentifier' && start !== undefined) names.push(start)
  for (const value of Object.values(node)) collect(value, names)
}
