// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Media } from '@vitrine/contract/api/content/media'
import { WebPhoto } from '@vitrine/contract/api/content/web-picture'
import { WEB_TYPE } from '@vitrine/contract/sites/web-address'
import { expect, test } from 'vitest'
import { expectNotification, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const ADDRESS = 'https://board.example.org/'
const web = { address: ADDRESS, refreshSeconds: 0, zoom: 100 }
const live = sample(Media, { id: 'm5', name: 'Board', mimetype: WEB_TYPE, url: '', cardId: null, web })
const login = {
  ...{ kind: 'form' as const, user: 'maria', page: `${ADDRESS}login`, parts: [] },
  ...{ userField: '', passwordField: '', submitField: '' },
}
const picture = {
  ...{ every: 5, width: 1920, height: 1080, part: '', dark: false, caption: false, hide: [] as string[] },
  ...{ wait: { until: 'quiet' as const, seconds: 5, selector: '' }, login },
}
const taken = sample(Media, { ...live, web: { ...web, picture } })
const photo = (more: Partial<WebPhoto> = {}) => ({
  photo: sample(WebPhoto, { isPossible: true, problem: null, hasSecrets: true, ...more }),
})

const open = (media: Media, answers: object = {}) =>
  openConsole('/app/media-library/preview/m5', {
    ...ONE_OF_EACH,
    'media.get': { media },
    'webMedia.look': { check: { problem: 'frame-options', looked: true, detail: 'DENY', address: ADDRESS } },
    'webMedia.photo': photo(),
    'webMedia.update': { media: taken },
    ...answers,
  })

test('a page that refuses frames becomes a picture, with a login', async () => {
  const { click, choose, fill, press, server } = open(live)
  await click('radio', 'Picture taken by the server')
  await choose('Login', 'Name and password on a login page')
  await fill(/^Address of the login page/, `${ADDRESS}login`)
  await fill(/^User name/, 'maria')
  await fill(/^Password/, 'secret-1')
  await press('Save')
  await waitFor(() =>
    expect(server.named('webMedia.update')).toMatchObject([
      { body: { picture: { every: 5, login: { kind: 'form', user: 'maria', password: 'secret-1' } } } },
    ]),
  )
})

test('a stored password is not shown, and stays unless another one is entered', async () => {
  const { field, fill, press, page, server } = open(taken)
  await page().findByText('Stored. Leave it empty to keep it.')
  expect((await field(/^Password/)).value).toBe('')
  await fill(/^User name/, 'omar')
  await press('Save')
  await waitFor(() =>
    expect(server.named('webMedia.update')).toMatchObject([
      { body: { picture: { login: { user: 'omar', password: '' } } } },
    ]),
  )
})

test('says why there is no new picture, and takes one', async () => {
  const { press, page, server } = open(taken, {
    'webMedia.photo': photo({ problem: 'login-refused' }),
    'webMedia.photograph': photo(),
  })
  await page().findByText(/^The page refused the login/)
  await press('Take a picture now')
  await expectNotification({ kind: 'positive', title: 'Done Successfully', message: 'The picture was taken' })
  expect(server.named('webMedia.photograph')).toHaveLength(1)
})

test('says what to install on a server without a browser', async () => {
  const { page } = open(taken, { 'webMedia.photo': photo({ isPossible: false }) })
  await page().findByText(/apt install chromium-headless-shell/)
})
