// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectNotification, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { type Received, refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH, video } from '#test/samples.ts'

setUpConsole()

const CAPTIONS = { src: 'c1', language: 'de', size: 1200, url: `/media/${video.id}/captions/c1` }
const AT = `/app/media-library/preview/${video.id}`
const open = (captions: typeof CAPTIONS | null, answers: object = {}, who?: { role: '2' }) =>
  openConsole(
    AT,
    {
      ...ONE_OF_EACH,
      'media.get': { media: { ...video, captions } },
      'captions.save': { media: { ...video, captions: CAPTIONS } },
      'captions.remove': { media: { ...video, captions: null } },
      'captions.file': 'WEBVTT',
      ...answers,
    },
    who,
  )
const choose = async (name: string, bytes = 20) => {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[aria-label="Captions file"]')
    if (!found) throw new Error('No input')
    return found
  })
  fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name)] } })
}
const sent = (calls: readonly Received[]) =>
  calls.map(({ body }) => [...(body as FormData).keys()].filter((key) => key !== 'organizationId'))

test('captions are added to a video with a language', async () => {
  const { find, server } = open(null)
  await find('button', 'Add captions')
  expect(named('button', 'Remove captions')).toEqual([])
  await choose('clip.srt')
  await expectNotification({
    kind: 'positive',
    title: 'Done Successfully',
    message: 'The captions are saved.',
  })
  expect(sent(server.named('captions.save'))).toEqual([['language', 'version', 'captions']])
})

test('captions are named, shown on the video, and removed', async () => {
  const { find, press, server } = open(CAPTIONS)
  await find('button', 'Replace captions')
  const section = document.querySelector('section[aria-label="Captions"]')
  expect(section?.textContent).toContain('German')
  const track = document.querySelector('video track')
  expect(track?.getAttribute('srclang')).toBe('de')
  expect(track?.getAttribute('src')).toContain(CAPTIONS.url)
  await press('Remove captions')
  await waitFor(() => expect(server.named('captions.remove')).toHaveLength(1))
})

test('a refused captions file says why below the form, a large one before it is sent', async () => {
  const reason = 'clip.srt has no captions. Choose another file.'
  const { server } = open(null, {
    'captions.save': refuse(400, { errKey: 'INVALID', errors: { captions: reason } }),
  })
  const alert = () => document.querySelector('section[aria-label="Captions"] [role="alert"]')?.textContent
  await choose('clip.srt', 2 ** 19 + 1)
  await waitFor(() => expect(alert()).toContain('too large'))
  expect(server.named('captions.save')).toEqual([])
  await choose('clip.srt')
  await waitFor(() => expect(alert()).toBe(reason))
  await waitFor(() => expect(server.named('captions.save')).toHaveLength(1))
})

test('people without permission see and download captions, and nothing where there are none', async () => {
  const { find } = open(CAPTIONS, {}, { role: '2' })
  await find('button', 'Download captions')
  for (const name of ['Replace captions', 'Remove captions']) expect(named('button', name)).toEqual([])
})
