import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, test } from 'vitest'
import texts from '#locales/en-us.json'
import start from '#locales/en-us-start.json'

const SOURCES = import.meta.glob<string>(['/src/features/**/*.{ts,tsx}', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const all = { ...start, ...texts } as Record<string, unknown>
const textOf = (key: string): unknown =>
  key.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown> | undefined)?.[part], all)

/**
 * Every keyed action: the call, what its failure says and where that stands, and what its success says. (Answers to
 * the specification's "not shown" texts follow the pattern of the three that it gives.)
 */
const ACTIONS: readonly (readonly [rows: string, call: string, key: string, text: string])[] = [
  ['X-003', 'auth.register', 'errors.register', 'Registration Failed'],
  ['X-004, X-053', 'auth.login', 'auth.loginFailed', 'Login Failed'],
  ['X-005', 'auth.sendEmail', 'errors.sendEmail', 'Failed to send verification e-mail'],
  ['X-006', 'auth.verifyEmail', 'errors.verifyEmail', 'Failed to verify e-mail'],
  ['X-007', 'auth.sendMobileCode', 'errors.sendMobile', 'Failed to send code'],
  ['X-008', 'auth.verifyMobile', 'errors.verifyMobile', 'Failed to verify mobile'],
  ['X-009', 'auth.resetPassword', 'errors.sendReset', 'Failed to send reset e-mail'],
  ['X-010', 'auth.verifyPassword', 'errors.verifyReset', 'Failed to reset password'],
  ['X-011', 'auth.profile', 'errors.getProfile', 'Failed to load profile'],
  ['X-012', 'users.create', 'errors.createUser', 'Failed to create new User'],
  ['X-012', 'users.update', 'errors.updateUser', 'Failed to update User'],
  ['X-012', 'users.remove', 'errors.deleteUser', 'Failed to delete'],
  ['X-013', 'organizations.create', 'errors.createOrganization', 'Failed to create new Organization'],
  ['X-013', 'organizations.update', 'errors.updateOrganization', 'Failed to update Organization'],
  ['X-013', 'organizations.remove', 'errors.deleteOrganization', 'Failed to delete Organization'],
  ['X-014', 'buildings.create', 'errors.createBuilding', 'Failed to create new Building'],
  ['X-014', 'buildings.update', 'errors.updateBuilding', 'Failed to update Building'],
  ['X-014', 'buildings.remove', 'errors.deleteBuilding', 'Failed to delete Building'],
  ['X-015', 'licences.create', 'errors.createLicence', 'Failed to create new Licence'],
  ['X-015', 'licences.update', 'errors.updateLicence', 'Failed to update Licence'],
  ['X-015', 'licences.remove', 'errors.deleteLicence', 'Failed to delete Licence'],
  ['X-016', 'cards.remove', 'errors.delete', 'Failed to delete this item'],
  ['X-017', 'storyboards.create', 'errors.createStoryboard', 'Failed to create new Storyboard'],
  ['X-017', 'storyboards.update', 'errors.updateStoryboard', 'Failed to update Storyboard'],
  ['X-017', 'storyboards.remove', 'errors.delete', 'Failed to delete this item'],
  ['X-018', 'deviceGroups.create', 'errors.createDeviceGroup', 'Failed to create new Device Group'],
  ['X-018', 'deviceGroups.update', 'errors.updateDeviceGroup', 'Failed to update Device Group'],
  ['X-018', 'deviceGroups.remove', 'errors.deleteDeviceGroup', 'Failed to delete Device Group'],
  ['X-019, X-049', 'layouts.create', 'errors.createLayout', 'Failed to create new Layout'],
  ['X-019, X-050', 'layouts.update', 'errors.updateLayout', 'Failed to update Layout'],
  ['X-019, X-051', 'layouts.remove', 'errors.deleteLayout', 'Failed to delete Layout'],
  ['X-021', 'media.update', 'errors.updateMedia', 'Failed to update Media'],
  ['X-041', 'media.remove', 'errors.delete', 'Failed to delete this item'],
  ['X-039', 'media.createFolder', 'createFolder.error', 'Failed to save folder'],
  ['X-039', 'media.updateFolder', 'createFolder.error', 'Failed to save folder'],
  ['X-048', 'media.removeFolder', 'errors.deleteUser', 'Failed to delete'],
  ['X-023', 'auth.register', 'success.registered', 'Registered Successfully'],
  ['X-056', 'auth.login', 'auth.loggedIn', 'Login Successfully'],
  ['X-025', 'auth.sendEmail', 'success.emailSent', 'Verification e-mail sent'],
  ['X-026', 'auth.verifyEmail', 'success.emailVerified', 'E-mail verified'],
  ['X-027', 'auth.sendMobileCode', 'success.codeSent', 'Code sent'],
  ['X-027', 'auth.verifyMobile', 'success.mobileVerified', 'Mobile verified'],
  ['X-028', 'auth.resetPassword', 'success.resetSent', 'If the account exists, a reset e-mail was sent'],
  ['X-028', 'auth.verifyPassword', 'success.passwordReset', 'Password changed'],
  ['X-029', 'auth.updateProfile', 'success.profile', 'Profile updated'],
  ['X-029', 'auth.updateProfile', 'errors.updateProfile', 'Failed to update profile'],
]

describe('X-002: a keyed action', () => {
  test.each(ACTIONS)('%s: %s says %s', (_rows, call, key, text) => {
    expect(textOf(key)).toBe(text)
    const files = Object.values(SOURCES).filter(
      (source) => source.includes(`api.${call}`) && source.includes(`'${key}'`),
    )
    expect(files, `a file that calls api.${call} and says ${key}`).not.toEqual([])
  })

  test('X-016, X-020: a card and a template are saved by one editor, each with its own words', () => {
    const source = SOURCES['/src/features/cards/card-edit-page.tsx']
    expect(source).toContain("card.isTemplate ? 'errors.updateTemplate' : 'errors.updateCard'")
    expect(textOf('errors.updateTemplate')).toBe('Failed to update Template')
    expect(textOf('errors.updateCard')).toBe('Failed to update Card')
    const created = SOURCES['/src/features/cards/new-card.tsx']
    expect(created).toContain("failed={isTemplate ? 'errors.createTemplate' : 'errors.createCard'}")
    expect(SOURCES['/src/features/cards/card-create-page.tsx']).toContain('<NewCard chosen={begun} />')
    expect(textOf('errors.createCard')).toBe('Failed to create new Card')
    const design = SOURCES['/src/features/cards/card-design-page.tsx']
    expect(design).toContain('<NewCard chosen={chosen} isTemplate />')
    expect(textOf('errors.createTemplate')).toBe('Failed to create new Template')
  })

  test('X-038: an upload says so, once for all its files', () => {
    expect(SOURCES['/src/features/media/uploads.ts']).toContain("failureText(error, 'serverErrors.upload')")
    expect(textOf('serverErrors.upload')).toBe('Failed to upload')
  })

  test('every key of a failure is said somewhere', () => {
    const everything = Object.values(SOURCES).join('\n')
    const unused = Object.keys(texts.errors).filter((name) => !everything.includes(`errors.${name}`))
    expect(unused).toEqual([])
  })

  test('the calls of the table exist', () => {
    const names = new Set(routesOf(contract).map(({ name }) => name))
    expect(ACTIONS.map(([, call]) => call).filter((call) => !names.has(call))).toEqual([])
  })
})
