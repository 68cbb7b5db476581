import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { afterAll, describe, expect, it } from 'vitest'
import { findTools } from '#lib/work/tools.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { followed } from '#test/decks.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { fetchFile, uploadOne, video } from '#test/uploads.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-copies-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The same video with different bytes: data after the last box of an MP4 is skipped. */
const OTHER = path.join(folder, 'other.mp4')
writeFileSync(OTHER, Buffer.concat([video(), Buffer.from('00000010667265650000000000000000', 'hex')]))

/** A script in place of ffmpeg. */
function fake(name: string, script: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\nfor out; do :; done\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

describe('a copy of a video that every screen can play', () => {
  const server = useServer()
  const make = async (admin: Caller, id: string) => {
    const { conversion } = await admin.api.videoCopies.make({ params: { id } })
    return followed(admin, conversion)
  }
  const shown = async (admin: Caller, mediaId: string) => {
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    return TestScreen.claim(server(), admin, { deviceGroupId: group.id })
  }
  const report = async (screen: TestScreen, facts: Partial<ScreenFacts>) => {
    await screen.report({ group: '', device: '' }, { screen: { ...FACTS, ...facts } })
    await server().services.reports.flush()
  }

  it('replaces it under the same media id, and the original stays in its history', async () => {
    server().services.tools.ffmpeg = fake('works', `echo out_time_us=1000000; cp ${OTHER} "$out"`)
    const admin = await server().organization()
    const before = await uploadOne(admin, 'film.mp4', video())
    expect(await make(admin, before.id)).toMatchObject({ kind: 'video', state: 'done', mediaId: before.id })
    const { media } = await admin.api.media.get({ params: { id: before.id } })
    expect(media).toMatchObject({ name: 'film.mp4', version: 2, mimetype: 'video/mp4' })
    expect(media.src).not.toBe(before.src)
    const { versions } = await admin.api.mediaVersions.list({ params: { id: before.id } })
    expect(versions.map(({ src }) => src)).toEqual([before.src])
  })

  it("lists the screens that show it and can't decode it, and fits the largest", async () => {
    server().services.tools.ffmpeg = null
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'film.mp4', video())
    const screen = await shown(admin, id)
    await report(screen, { width: 3840, height: 2160, decodes: ['avc', 'vp9'] })
    expect((await admin.api.videoCopies.get({ params: { id } })).unable.total).toBe(0)
    await report(screen, { width: 3840, height: 2160, decodes: ['vp9'] })
    expect(await admin.api.videoCopies.get({ params: { id } })).toMatchObject({
      unable: { total: 1, first: [{ kind: 'device', id: screen.deviceId }] },
      ...{ width: 3840, height: 2160, isAvailable: false, conversion: null },
    })
    expect((await refused(admin.api.videoCopies.make({ params: { id } }))).status).toBe(415)
  })

  it.each([
    ['fails', 'exit 1'],
    ['writes something else', 'echo no > "$out"'],
  ])('leaves the original where it is when ffmpeg %s', async (name, script) => {
    server().services.tools.ffmpeg = fake(name.replaceAll(' ', '-'), script)
    const admin = await server().organization()
    const { id, src } = await uploadOne(admin, 'film.mp4', video())
    const { state, error } = await make(admin, id)
    expect([state, error]).toEqual(['failed', expect.stringMatching(/^film\.mp4 /)])
    expect((await admin.api.media.get({ params: { id } })).media.src).toBe(src)
  })

  it('stops when it is canceled, and only one is made at a time', async () => {
    server().services.tools.ffmpeg = fake('hangs', 'sleep 1000')
    const admin = await server().organization()
    const params = { id: (await uploadOne(admin, 'film.mp4', video())).id }
    const { conversion } = await admin.api.videoCopies.make({ params })
    expect((await refused(admin.api.videoCopies.make({ params }))).status).toBe(409)
    expect((await admin.api.videoCopies.get({ params })).conversion?.id).toBe(conversion.id)
    await admin.api.conversions.cancel({ params: { id: conversion.id } })
    expect((await admin.api.videoCopies.get({ params })).conversion).toBeNull()
  })

  // Only where ffmpeg is installed.
  it.skipIf(findTools().ffmpeg === null)('is made by the real ffmpeg', async () => {
    server().services.tools.ffmpeg = findTools().ffmpeg
    const admin = await server().organization()
    const before = await uploadOne(admin, 'film.mp4', video())
    const { id } = before
    expect(await make(admin, id)).toMatchObject({ state: 'done', error: null })
    const { media } = await admin.api.media.get({ params: { id } })
    expect(media).toMatchObject({ mimetype: 'video/mp4', width: 128, height: 72 })
    expect(media.codec).toMatch(/^avc1\.64/)
    expect(media.duration).toBeCloseTo(2, 0)
    // A browser that can't open the original sent an icon.
    expect(media.thumbnailId).not.toBe(before.thumbnailId)
    const picture = await fetchFile(server(), admin, `/thumbnail/download/${media.thumbnailId}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })
})
