import { clip, menuBoard, multipart, png } from './files.mjs'
import { hostile } from './mutate.mjs'

const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text) => Buffer.from(text).toString('base64')
const CLIP = clip()
const PACKAGE = menuBoard()

/** `{ headers, body, cutAfter? }` for an upload route; usually valid, else with one fault. */
export function uploadOf({ route, name }, random, id) {
  if (route.upload === 'tus') return tus(name, random)
  const file = () =>
    random.weighted([
      [
        6,
        () => ({ name: `p${random.below(99)}.png`, type: 'image/png', content: png(random.below(2 ** 24)) }),
      ],
      [1, () => ({ name: 'film.mp4', type: 'video/mp4', content: CLIP })],
      [1, () => ({ name: 'menu.zip', type: 'application/zip', content: PACKAGE })],
      [1, () => damaged(random)],
      [1, () => ({ content: id('uploads') ?? 'nowhere' })],
    ])()
  const parts = Object.entries(route.parts ?? {}).flatMap(([field, kind]) => {
    if (kind === 'text') return random.chance(0.2) ? [{ field, content: String(id(`${field}`) ?? '') }] : []
    const count = kind === 'files' && field === 'media' ? 1 + random.below(2) : Number(random.chance(0.9))
    return Array.from({ length: count }, () => ({ field, ...file() }))
  })
  if (random.chance(0.15)) parts.push({ field: random.pick(['media', 'x', '__proto__', '']), ...file() })
  if (random.chance(0.1))
    parts.push({ field: 'folderId', content: String(hostile(random, () => 'x')).slice(0, 9999) })
  if (random.chance(0.02))
    parts.push(...Array.from({ length: 120 }, (_, n) => ({ field: `f${n}`, content: 'x' })))
  const boundary = `fuzz${random.below(1e9)}`
  const body = multipart(parts, boundary)
  const type = random.weighted([
    [16, `multipart/form-data; boundary=${boundary}`],
    [1, 'multipart/form-data'],
    [1, `multipart/form-data; boundary=${'b'.repeat(200)}`],
    [1, 'application/json'],
    [1, `multipart/mixed; boundary=${boundary}`],
  ])
  const kind = random.weighted([
    [12, 'whole'],
    [1, 'short'],
    [1, 'cut'],
  ])
  return {
    headers: { 'content-type': type },
    body: kind === 'short' ? body.subarray(0, random.below(body.length)) : body,
    ...(kind === 'cut' && { cutAfter: random.below(body.length) }),
  }
}

function damaged(random) {
  const content = Buffer.from(random.pick([CLIP, PACKAGE, png(1)]))
  for (let n = 0; n < 20; n++) content[random.below(content.length)] = random.below(256)
  const kept = content.subarray(0, random.chance(0.5) ? random.below(content.length) : content.length)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><!DOCTYPE ${'x '.repeat(200)}<text>${'('.repeat(500)}`
  const name = random.pick([
    'a.png',
    'a.mp4',
    'a.zip',
    '../../a.png',
    'a\u202egnp.exe',
    '',
    'x'.repeat(300),
    'a.svg',
  ])
  return {
    name,
    type: random.pick(['image/png', 'text/html', 'x']),
    content: random.chance(0.2) ? svg : kept,
  }
}

function tus(name, random) {
  const odd = (usual) =>
    random.weighted([
      [8, String(usual)],
      [
        1,
        random.pick(['-1', '1e9', '99999999999999999999', 'x', '', '0x10', '1.5', ' 1', '4294967296', '0']),
      ],
    ])
  const version = random.weighted([
    [12, TUS],
    [1, {}],
    [1, { 'tus-resumable': '0.2.2' }],
  ])
  if (name === 'media.startUpload')
    return {
      headers: {
        ...version,
        'upload-length': odd(CLIP.length),
        'upload-metadata': random.pick([
          `filename ${base64('film.mp4')}`,
          `filename ${base64('a\u0000\u202e/../b.mp4')},modified ${base64('1e99')}`,
          `filename ${base64('a.mp4')},modified ${base64(String(Date.now()))}`,
          'filename',
          'filename not-base64!!,,,',
          `filename ${base64('x'.repeat(3000))}`,
          '',
        ]),
      },
    }
  if (name !== 'media.continueUpload') return { headers: version }
  const from = random.pick([0, 0, 0, 1000, CLIP.length])
  return {
    headers: {
      ...version,
      'upload-offset': odd(from),
      'content-type': random.chance(0.9) ? 'application/offset+octet-stream' : 'application/json',
    },
    body: CLIP.subarray(from, random.chance(0.5) ? CLIP.length : from + random.below(2000)),
    ...(random.chance(0.1) && { cutAfter: 500 }),
  }
}
