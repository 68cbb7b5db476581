// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import {
  type Act,
  createBuilding,
  createCard,
  createFolder,
  createGroup,
  createLayout,
  createLicence,
  createOrganization,
  createStoryboard,
  createTemplate,
  createUser,
  deleteFolder,
  deletes,
  deletesFromMenu,
  edits,
  logIn,
  register,
  renameFolder,
  SUPER_ADMIN,
  saveProfile,
  sendEmail,
  sendMobile,
  sendReset,
  updateBuilding,
  updateCard,
  updateDesign,
  updateLayout,
  updateMedia,
  updateStoryboard,
  updateTemplate,
  upload,
  verifyEmail,
  verifyMobile,
  verifyReset,
} from './acts.ts'
import { expectNotification, openConsole, setUpConsole } from './console-window.tsx'
import { refuse } from './fake-server.ts'
import { ONE_OF_EACH } from './samples.ts'

setUpConsole()

const FAILURES: readonly (readonly [row: string, act: Act, message: string])[] = [
  ['X-003', register, 'Registration failed'],
  ['X-004', logIn, 'Login Failed'],
  ['X-005', sendEmail, 'Failed to send verification email'],
  ['X-006', verifyEmail, 'Failed to verify email'],
  ['X-007', sendMobile, 'Failed to send code'],
  ['X-008', verifyMobile, 'Failed to verify mobile number'],
  ['X-009', sendReset, 'Failed to send password reset email'],
  ['X-010', verifyReset, 'Failed to reset password'],
  [
    'X-011',
    { call: 'auth.profile', address: '/app/profile', steps: async () => {} },
    'Failed to load profile',
  ],
  ['X-012', createUser, 'Failed to create new User'],
  ['X-012', edits('users.update', '/app/user', 'Mona Haddad', /^First name/), 'Failed to update User'],
  ['X-012', deletes('users.remove', '/app/user', 'Mona Haddad'), 'Failed to delete'],
  ['X-013', createOrganization, 'Failed to create new Organization'],
  [
    'X-013',
    edits('organizations.update', '/app/organization', 'Flower shop', /^Name/, SUPER_ADMIN),
    'Failed to update Organization',
  ],
  [
    'X-013',
    deletes('organizations.remove', '/app/organization', 'Flower shop', SUPER_ADMIN),
    'Failed to delete Organization',
  ],
  ['X-014', createBuilding, 'Failed to create new Building'],
  ['X-014', updateBuilding, 'Failed to update Building'],
  ['X-014', deletes('buildings.remove', '/app/buildings', 'Tower'), 'Failed to delete Building'],
  ['X-015', createLicence, 'Failed to create new License'],
  [
    'X-015',
    edits('licences.update', '/app/licence', 'L-2026', /^Number/, SUPER_ADMIN),
    'Failed to update License',
  ],
  ['X-015', deletes('licences.remove', '/app/licence', 'L-2026', SUPER_ADMIN), 'Failed to delete License'],
  ['X-016', createCard, 'Failed to create new Card'],
  ['X-016', updateCard, 'Failed to update Card'],
  ['X-016', deletesFromMenu('cards.remove', '/app/cards', 'Bread'), 'Failed to delete this item'],
  ['X-017', createStoryboard, 'Failed to create new Storyboard'],
  ['X-017', updateStoryboard, 'Failed to update Storyboard'],
  ['X-017', deletes('storyboards.remove', '/app/storyboard', 'Lunch'), 'Failed to delete this item'],
  ['X-018', createGroup, 'Failed to create new Device Group'],
  [
    'X-018',
    edits('deviceGroups.update', '/app/device-group', 'Shop front', /^Name/),
    'Failed to update Device Group',
  ],
  [
    'X-018',
    deletes('deviceGroups.remove', '/app/device-group', 'Shop front'),
    'Failed to delete Device Group',
  ],
  ['X-019, X-049', createLayout, 'Failed to create new Layout'],
  ['X-019, X-050', updateLayout, 'Failed to update Layout'],
  ['X-019, X-051', deletesFromMenu('layouts.remove', '/app/layouts', 'Lobby'), 'Failed to delete Layout'],
  ['X-020', createTemplate, 'Failed to create new Template'],
  ['X-020', updateTemplate, 'Failed to update Template'],
  ['X-020', updateDesign, 'Failed to update Template'],
  [
    'X-020',
    deletesFromMenu('cards.remove', '/app/cards?templates=true', 'Weekly offer'),
    'Failed to delete Template',
  ],
  ['X-021', updateMedia, 'Failed to update Media'],
  ['X-038', upload, 'Failed to upload'],
  ['X-039', createFolder, 'Failed to save folder'],
  ['X-039', renameFolder, 'Failed to save folder'],
  ['X-041', deletes('media.remove', '/app/media-library', 'shop.png'), 'Failed to delete this item'],
  ['X-048', deleteFolder, 'Failed to delete'],
]

const SUCCESSES: readonly (readonly [row: string, act: Act, message: string | undefined])[] = [
  ['X-023', register, 'Account created'],
  ['X-025', sendEmail, 'Verification email sent'],
  ['X-026', verifyEmail, 'Email verified'],
  ['X-027', sendMobile, 'Code sent'],
  ['X-027', verifyMobile, 'Mobile number verified'],
  ['X-028', sendReset, "If the account exists, we've sent a password reset email"],
  ['X-028', verifyReset, 'Password changed'],
  ['X-029', saveProfile, 'Profile updated'],
  ['X-056', logIn, 'Login Successfully'],
  ['X-036', createLayout, "It isn't on any screen yet."],
  ['X-036', updateLayout, "It isn't on any screen yet."],
  ['X-036', updateTemplate, 'The page is saved.'],
]

function open({ address, role = '1' }: Act, answers: object) {
  return openConsole(address, { ...ONE_OF_EACH, ...answers }, role && { role })
}

/** Adds the call to the test title. */
const titled = <Message,>(rows: readonly (readonly [row: string, act: Act, message: Message])[]) =>
  rows.map(([row, act, message]) => [row, act.call, message, act] as const)

describe('a failure shows a negative toast with the text of its action', () => {
  test.each(titled(FAILURES))('%s: %s: %s', async (_row, _call, message, act) => {
    const console = open(act, { [act.call]: refuse(500) })
    await act.steps(console)
    await expectNotification({ kind: 'negative', title: 'Error', message })
    expect(console.server.named(act.call)).not.toEqual([])
  })
})

describe('a success shows a positive toast with the text of its action', () => {
  test.each(titled(SUCCESSES))('%s: %s: %s', async (_row, _call, message, act) => {
    const console = open(act, {})
    await act.steps(console)
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message })
    expect(console.server.named(act.call)).toHaveLength(1)
  })
})
