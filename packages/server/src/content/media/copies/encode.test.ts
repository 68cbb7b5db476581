import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stillOf } from './encode.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-still-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['a picture', 'echo picture > "$out"', 'still.jpg'],
  ['nothing', ':', undefined],
  ['an empty file', ': > "$out"', undefined],
  ['half a picture, and fails', 'echo half > "$out"; exit 1', undefined],
  ['an empty file, and fails', ': > "$out"; exit 1', undefined],
  ['nothing, and fails', 'exit 1', undefined],
])('the picture of a copy for which ffmpeg writes %s', async (_what, script, name) => {
  const ffmpeg = path.join(folder, 'ffmpeg')
  writeFileSync(ffmpeg, `#!/bin/sh\nfor out; do :; done\n${script}\n`)
  chmodSync(ffmpeg, 0o755)
  rmSync(path.join(folder, 'still.jpg'), { force: true })
  const tool = { ffmpeg, ffprobe: null, folder, maxFile: 1 }
  const still = await stillOf(tool, 'copy.mp4', 5, new AbortController().signal)
  expect(still).toBe(name && path.join(folder, name))
})
