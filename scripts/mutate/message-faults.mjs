// Wrong messages, addresses and lists of the console.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import { CONSOLE, fault, SCREENS, TEXTS } from './fault.mjs'

const failing = (...rest) => fault(`${SCREENS}/failing-calls.test.tsx`, ...rest)
const navigation = (...rest) => fault(`${SCREENS}/navigation.test.tsx`, ...rest)
const library = (...rest) => fault(`${SCREENS}/media-library.test.tsx`, ...rest)
const uploading = (...rest) => fault(`${SCREENS}/uploads/upload.test.tsx`, ...rest)
const notifications = (...rest) => fault(`${SCREENS}/notifications.test.tsx`, ...rest)
const menu = (...rest) => fault(`${SCREENS}/menu.test.tsx`, ...rest)

export const MESSAGE_FAULTS = [
  failing(
    'X-003',
    'message key',
    `${CONSOLE}/accounts/auth/register-page.tsx`,
    `'errors.register'`,
    `'errors.createUser'`,
  ),
  failing(
    'X-005',
    'message key',
    `${CONSOLE}/operations/settings/use-verification-mail.ts`,
    `'errors.sendEmail'`,
    `'errors.verifyEmail'`,
  ),
  failing(
    'X-006',
    'message key',
    `${CONSOLE}/accounts/auth/verify-email-page.tsx`,
    `'errors.verifyEmail'`,
    `'errors.sendEmail'`,
  ),
  failing(
    'X-009',
    'message key',
    `${CONSOLE}/accounts/auth/forgot-password-page.tsx`,
    `'errors.sendReset'`,
    `'errors.verifyReset'`,
  ),
  failing(
    'X-012',
    'message key',
    `${CONSOLE}/accounts/users/user-form.tsx`,
    `'errors.updateUser'`,
    `'errors.createUser'`,
  ),
  failing('X-013', 'message text', TEXTS, 'Failed to delete Organization', 'Failed to delete organization'),
  failing(
    'X-015',
    'message key',
    `${CONSOLE}/accounts/licences/licence-form.tsx`,
    `'errors.updateLicence'`,
    `'errors.createLicence'`,
  ),
  failing(
    'X-020',
    'message key',
    `${CONSOLE}/content/cards/card-edit-page.tsx`,
    `card.isTemplate ? 'errors.updateTemplate' : 'errors.updateCard'`,
    `card.isTemplate ? 'errors.updateCard' : 'errors.updateTemplate'`,
  ),
  failing(
    'X-021',
    'skipped check',
    `${CONSOLE}/ui/work/use-write.ts`,
    "notify({ kind: 'negative', message: failureText(error, options.failed) })",
    'failureText(error, options.failed)',
  ),
  failing(
    'X-023',
    'message key',
    `${CONSOLE}/accounts/auth/register-page.tsx`,
    `'success.registered'`,
    `'success.emailSent'`,
  ),
  failing('X-025', 'message text', TEXTS, '"emailSent": "Verification email sent"', '"emailSent": "Sent"'),
  failing(
    'X-039',
    'message key',
    `${CONSOLE}/content/media/library/folder-form.tsx`,
    `'createFolder.error'`,
    `'errors.get'`,
  ),
  notifications('X-030', 'wrong limit', `${CONSOLE}/lib/toasts.ts`, 'TOAST_MS = 5000', 'TOAST_MS = 8000'),
  notifications(
    'X-035',
    'wrong default',
    `${CONSOLE}/ui/toast/toaster.tsx`,
    `kind === 'negative' || kind === 'warning'`,
    `kind === 'negative'`,
  ),
  navigation(
    'N-019',
    'wrong address',
    `${CONSOLE}/accounts/auth/register-page.tsx`,
    `await navigate({ to: '/auth' })`,
    `await navigate({ to: '/auth/forgot-password' })`,
  ),
  navigation(
    'N-031',
    'skipped check',
    `${CONSOLE}/content/cards/return-path.ts`,
    'return version === undefined ? redirect',
    'return version !== undefined ? redirect',
  ),
  navigation(
    'N-040',
    'wrong address',
    `${CONSOLE}/screens/device-groups/schedule-form.tsx`,
    `continueTo({ to: '/app/device-group' })`,
    `continueTo({ to: '/app/devices' })`,
  ),
  navigation(
    'D-003',
    'wrong handler',
    `${CONSOLE}/ui/dialog/delete-dialog.tsx`,
    'variant="default" onClick={onClose}',
    'variant="default" onClick={onDelete}',
  ),
  navigation(
    'D-001',
    'message key',
    `${CONSOLE}/ui/dialog/delete-dialog.tsx`,
    `title={t('delete.title')}`,
    `title={t('delete.delete', { count: 1 }) + '?'}`,
  ),
  menu(
    'N-018',
    'wrong order',
    `${CONSOLE}/app/shell/menu.ts`,
    `      { text: 'menu.mediaLibrary', to: '/app/media-library', area: 'media', icon: ImagesSquareIcon },
      { text: 'menu.cards', to: '/app/cards', area: 'cards', icon: CardsIcon, kiosk: true },`,
    `      { text: 'menu.cards', to: '/app/cards', area: 'cards', icon: CardsIcon, kiosk: true },
      { text: 'menu.mediaLibrary', to: '/app/media-library', area: 'media', icon: ImagesSquareIcon },`,
  ),
  menu('N-015', 'wrong address', `${CONSOLE}/app/shell/menu.ts`, `to: '/app/devices'`, `to: '/app/plays'`),
  library(
    'M-003',
    'skipped check',
    `${CONSOLE}/content/media/library/folder-link.tsx`,
    'if (!here) return null',
    "if (!here) return <nav aria-label={t('page.breadcrumbs')} />",
  ),
  library(
    'M-014',
    'wrong limit',
    `${CONSOLE}/content/media/media-picker.tsx`,
    'return max === 1 ? [media]',
    'return max === 0 ? [media]',
  ),
  library(
    'F-003',
    'message key',
    `${CONSOLE}/content/media/library/editable-library.tsx`,
    `t(form?.folder ? 'media.rename' : 'media.create')`,
    `t('media.create')`,
  ),
  library(
    'F-004',
    'message key',
    `${CONSOLE}/content/media/library/folder-form.tsx`,
    `t(folder ? 'media.rename' : 'media.create')`,
    `t('media.create')`,
  ),
  library(
    'M-017',
    'wrong address',
    `${CONSOLE}/content/media/library/use-media-acts.ts`,
    '`#/app/media-library/preview/${id}`',
    '`#/app/media-library/folders/${id}`',
  ),
  uploading(
    'U-004',
    'wrong default',
    `${CONSOLE}/content/media/upload/upload-files.ts`,
    'video/*,application/zip,.zip,',
    'video/*,.zip,',
  ),
  uploading(
    'U-011',
    'wrong order',
    `${CONSOLE}/content/media/upload/upload-files.ts`,
    'await inRequests(others, arrived)',
    'await inRequests([...others].reverse(), arrived)',
  ),
]
