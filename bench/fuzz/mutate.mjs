const KB = 1024
const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  8.64e15,
  8.64e15 + 1,
]
const DATES = [
  ...['0000-00-00', '9999-12-31', '+275760-09-13', '-271821-04-20', '2026-02-30', '1970-01-01', '24:60'],
  ...['0001-01-01T00:00:00Z', '2026-11-23T25:61:61Z', '99999-01-01', '12:00 AM', '13:00 PM'],
]
const TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff x',
    '\u202e',
    '\ufeff',
    'e\u0301'.repeat(50),
    '👩‍👩‍👧‍👦',
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_%\\',
    '#{7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '<script>x</script>',
    '=cmd()',
    '＝1',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ],
  ...[
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '\r\nSet-Cookie: a=b',
    'ı',
    'ß',
    'ﬀ',
  ],
]

/** A value of the wrong kind, size or meaning. `id()` returns some id, maybe another organization's. */
export function hostile(random, id) {
  return random.weighted([
    [3, () => random.pick(TEXTS)],
    [3, () => random.pick(NUMBERS)],
    [2, () => random.pick(DATES)],
    [4, () => id()],
    [2, () => random.pick([null, true, false, [], {}, [[]], [null], { a: 1 }])],
    [
      1,
      () => random.pick(['x', '漢', '🎉', 'a '])?.repeat(random.pick([41, 101, 201, 256, 300, 2001, 5001])),
    ],
    [0.3, () => 'x'.repeat(random.pick([20, 40, 100]) * KB)],
    [0.3, () => Array.from({ length: random.pick([61, 501, 1001, 5001]) }, () => random.pick([id(), 1, {}]))],
    [0.3, () => nested(random.pick([10, 60, 500]))],
    [0.5, () => ({ constructor: { prototype: { polluted: true } } })],
  ])()
}

function nested(depth) {
  let value = 1
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

/** A copy of the value with some places removed, doubled or replaced. */
export function mutate(value, random, id) {
  const whole = structuredClone(value ?? {})
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const places = placesOf(whole)
    if (places.length === 0) return hostile(random, id)
    const { parent, key } = random.pick(places)
    const kind = random.weighted([
      [5, 'replace'],
      [2, 'remove'],
      [1, 'double'],
      [1, 'add'],
    ])
    if (kind === 'remove') {
      if (Array.isArray(parent)) parent.splice(key, 1)
      else delete parent[key]
    } else if (kind === 'double' && Array.isArray(parent)) parent.push(structuredClone(parent[key]))
    else if (kind === 'add' && !Array.isArray(parent)) parent[`more${random.below(9)}`] = hostile(random, id)
    else parent[key] = hostile(random, id)
  }
  return random.chance(0.02) ? hostile(random, id) : whole
}

function placesOf(value, found = []) {
  if (value === null || typeof value !== 'object') return found
  for (const key of Object.keys(value)) {
    if (found.length > 300) return found
    found.push({ parent: value, key: Array.isArray(value) ? Number(key) : key })
    placesOf(value[key], found)
  }
  return found
}
