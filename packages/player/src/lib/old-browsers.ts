/**
 * Polyfills for browsers of 2018 (Chrome 68, the TVs of 2020). The build lowers syntax; this runs before the rest of
 * the app. Contains only what is used: a test in such a browser shows what is missing.
 */

function add(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

type Visit = (value: unknown, index: number, list: unknown[]) => unknown

add(Object, 'fromEntries', (entries: Iterable<[string, unknown]>) => {
  const made: Record<string, unknown> = {}
  for (const [key, value] of entries) made[key] = value
  return made
})
add(
  Object,
  'hasOwn',
  (target: object, key: PropertyKey) => Object.getOwnPropertyDescriptor(target, key) !== undefined,
)
add(Array.prototype, 'at', function (this: unknown[], index: number) {
  return this[index < 0 ? this.length + index : index]
})
add(Array.prototype, 'flat', function (this: unknown[]) {
  return ([] as unknown[]).concat(...this)
})
add(Array.prototype, 'flatMap', function (this: unknown[], visit: Visit) {
  return ([] as unknown[]).concat(...this.map(visit))
})
add(Array.prototype, 'findLast', function (this: unknown[], visit: Visit) {
  for (let index = this.length - 1; index >= 0; index--)
    if (visit(this[index], index, this)) return this[index]
  return undefined
})
add(Array.prototype, 'findLastIndex', function (this: unknown[], visit: Visit) {
  let index = this.length - 1
  while (index >= 0 && !visit(this[index], index, this)) index--
  return index
})
add(String.prototype, 'replaceAll', function (this: string, from: string, to: string) {
  return this.split(from).join(to)
})
add(window, 'queueMicrotask', (task: () => void) => void Promise.resolve().then(task))
