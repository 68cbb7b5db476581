import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { expect, test } from 'vitest'

const SOURCES = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const WRITES = new Set(
  routesOf(contract)
    .filter(({ route }) => route.method !== 'GET')
    .map(({ name }) => name),
)
/** Hooks that end a write with a toast. */
const REPORTING =
  /\b(useWrite|useAction|useBulk|useBulkDeletion|useDeletion|useWriteEach|undoing)(<[^()]*>)?$/

/** Names of the functions whose calls enclose a place, innermost first. */
function* callsAround(code: string, place: number): Generator<string> {
  let open = 0
  for (let at = place - 1; at >= 0; at--) {
    if (code[at] === ')') open++
    if (code[at] === '(' && open-- === 0) {
      open = 0
      yield code.slice(Math.max(0, at - 200), at)
    }
  }
}

/** Writes outside of such a hook. */
function loose([file, source]: [string, string]): string[] {
  const code = source.replace(/^\s*(\/\/|\/\*\*|\*).*$/gm, '')
  return [...code.matchAll(/\bapi\.(\w+\.\w+)(?!\w*>)/g)]
    .filter(({ 1: name = '', index }) => {
      if (!WRITES.has(name)) return false
      return ![...callsAround(code, index)].some((call) => REPORTING.test(call))
    })
    .map(({ 1: name }) => `${file.replace('/src/', '')} ${name}`)
}

/** Writes outside of these hooks, with what reports them instead. */
const LOOSE: Readonly<Record<string, string>> = {
  'app/shell/log-out.ts auth.logout': 'says that the user has logged out, whatever the server answers',
  'accounts/auth/auth-redirect-page.tsx auth.login': 'reports a refusal itself; a success opens the cards',
  'accounts/profile/second-factor-steps.tsx secondFactor.begin':
    'shows the next step; the form reports a failure',
  'accounts/auth/begin-provider.ts providerLogin.begin': 'opens the provider; its callers report a failure',
  'accounts/auth/provider-page.tsx providerLogin.finish': 'reports a refusal itself',
  'accounts/auth/provider-page.tsx providerLogin.enter':
    'reports a refusal itself; followSession reports the login',
  'accounts/auth/use-login.ts auth.login': 'reports a refusal itself; followSession reports the login',
  'accounts/auth/use-login.ts passkeys.login': 'reports a refusal itself; followSession reports the login',
  'accounts/auth/passkey.ts passkeys.beginLogin': 'its callers report a failure',
  'accounts/auth/passkey.ts passkeys.begin': 'its callers report a failure',
  'queries/make-card.ts cards.create': 'runs inside useWrite',
  'operations/dashboard/first-play.ts cards.create': 'the first run reports itself',
  'operations/dashboard/first-play.ts deviceGroups.create': 'the first run reports itself',
  'operations/dashboard/first-play.ts layouts.create': 'the first run reports itself',
  'operations/dashboard/first-play.ts devices.switchStory': 'the first run reports itself',
  'operations/dashboard/first-play.ts storyboards.setStatus': 'the first run reports itself',
  'content/pages/designer/paste/place-parts.ts webMedia.create':
    'reports a failure itself; the page shows a success',
  'content/pages/styles/style-form.tsx styles.update': 'asks what a save would change',
  'screens/device-groups/copy-schedule.tsx deviceGroups.update': 'runs inside useWriteEach',
  'operations/settings/approval-settings.tsx approvals.saveSettings': 'asks what a save would change',
  'screens/device-groups/filling/group-rule-form.tsx deviceGroups.update':
    'asks what a save would change; saves inside useWrite',
  'screens/device-groups/schedule-form.tsx deviceGroups.update': 'asks what a save would change',
  'screens/devices/adding/code-step.tsx devices.findPairing': 'reads; reports a failure itself',
  'screens/devices/bulk/use-screens-bulk.tsx devices.updateMany': 'runs inside useUndo',
  'screens/devices/change-story-form.tsx devices.switchStory':
    'asks what a save would change; saves inside useWrite',
  'screens/takeovers/takeover-form.tsx takeovers.start':
    'asks what a start would change; starts inside useAction',
  'screens/devices/device-commands.tsx devices.command': 'reports itself',
  'screens/devices/switches/api.ts devices.backToSchedule': 'runs inside useAction',
  'screens/devices/switches/api.ts devices.cancelPlanned': 'runs inside useAction',
  'screens/devices/switches/manual-switches.tsx devices.switchStory': 'runs inside useUndo',
  'screens/devices/switches/planned.tsx devices.switchStory': 'runs inside useUndo',
  'screens/devices/truth/put-right.tsx devices.switchStory': 'runs inside useUndo',
  'pictures/screens/use-look-at.ts devices.lookAt': 'in the background',
  'places/floors/plan/use-places.ts floors.place': 'saves each drag, and reports failures',
  'content/pages/comments/write.ts comments.create': 'the thread shows it; reports a failure itself',
  'content/pages/comments/write.ts comments.reply': 'the thread shows it; reports a failure itself',
  'content/pages/comments/write.ts comments.update': 'the thread shows it; reports a failure itself',
  'content/pages/comments/write.ts comments.setResolved': 'the thread shows it; reports a failure itself',
  'content/pages/comments/write.ts comments.remove': 'the thread shows it; reports a failure itself',
  'content/pages/comments/write.ts commentReplies.update': 'the thread shows it; reports a failure itself',
  'content/pages/comments/write.ts commentReplies.remove': 'the thread shows it; reports a failure itself',
  'queries/page-viewers.ts pageViewers.note': 'in the background',
  'content/local/use-slot.tsx localContent.create': 'asks what a save would change; saves inside useAction',
  'content/local/use-slot.tsx localContent.update': 'asks what a save would change; saves inside useAction',
  'content/layouts/import-layout-dialog.tsx layoutImports.import': 'the dialog reports itself',
  'content/layouts/layout-design-page.tsx layouts.create': 'useSave and useSaySaved report it',
  'content/layouts/layout-design-page.tsx layouts.update': 'useSave and useSaySaved report it',
  'content/layouts/part-design-page.tsx parts.update': 'reports a success itself; useSave reports a failure',
  'content/media/api.ts media.upload': 'runs inside useWrite',
  'content/media/captions/captions-section.tsx captions.save': 'runs inside useWrite',
  'content/media/gallery/add-package.ts media.upload': 'runs inside useWrite',
  'content/media/library/library-bulk.tsx media.moveMany': 'runs inside useUndo',
  'content/media/preview/package-body.tsx packages.draft': 'in the background',
  'content/media/replacing/replace-file.ts mediaVersions.replace': 'the dialog reports itself',
  'content/media/replacing/use-replacing-deck.ts conversions.cancel': 'in the background',
  'content/media/replacing/use-replacing-deck.ts conversions.confirm': 'reports itself',
  'content/media/replacing/use-replacing-deck.ts deckVersions.restore': 'reports itself',
  'content/media/replacing/use-replacing-deck.ts decks.replace': 'reports itself',
  'content/media/upload/deck-files.ts conversions.cancel': 'in the background',
  'content/media/upload/deck-files.ts decks.create': 'the upload reports itself',
  'content/media/upload/deck-files.ts decks.preview': 'reads',
  'content/media/upload/upload-requests.ts media.upload': 'the upload reports itself',
  'content/media/web/web-page-look.tsx webMedia.look': 'reads',
  'data/sources/api.ts sources.create': 'the dialog that plays it reports itself',
  'data/sources/api.ts sources.preview': 'reads',
  'data/sources/api.ts sources.update': 'the dialog that plays it reports itself',
  'screens/device-groups/calendar/use-edits.ts deviceGroups.update': 'runs inside useUndo',
  'screens/play-on/drop/make-arrival.ts shelf.play': 'the dialog that plays it reports itself',
  'screens/play-on/drop/make-arrival.ts shelf.slideShow': 'the dialog that plays it reports itself',
  'screens/play-on/drop/make-arrival.ts webMedia.create': 'the dialog that plays it reports itself',
  'screens/play-on/use-play.ts shelf.play': 'the dialog reports itself',
  'screens/play-on/use-schedule.ts deviceGroups.create': 'runs inside useWriteEach',
  'screens/play-on/use-schedule.ts deviceGroups.remove': 'is the undo of useWriteEach',
  'screens/play-on/use-schedule.ts deviceGroups.update': 'runs inside useWriteEach',
  'queries/approving.ts storyboards.setStatus': 'runs inside the write that plays it',
  'ui/dialog/use-outlook.ts deletions.everywhere': 'runs inside useDeletion',
  'ui/dialog/use-outlook.ts deletions.look': 'reads',
  'queries/sources.ts sources.preview': 'reads',
  'queries/make-storyboard.ts storyboards.create': 'runs inside useWrite',
  'content/pages/designer/saving/page-impact.ts cards.update': 'asks what a save would change',
  'content/pages/designer/saving/page-impact.ts layouts.update': 'asks what a save would change',
  'content/pages/designer/saving/part-changes.ts parts.update': 'asks what a save would change',
  'content/storyboards/board/use-link-edits.ts cards.update': 'runs inside useWrite',
  'content/storyboards/board/use-link-edits.ts layouts.update': 'runs inside useWrite',
  'pickers/values/use-value-changes.ts screenValues.save':
    'asks what a save would change; saves inside useWrite',
  'content/storyboards/approval/approval.tsx storyboards.setStatus': 'reports itself',
  'content/storyboards/form/storyboard-form.tsx storyboards.create': 'asks what a save would change',
  'content/storyboards/form/storyboard-form.tsx storyboards.update': 'asks what a save would change',
  'screens/device-configurations/configuration-form.tsx deviceConfigurations.update':
    'asks what a save would change; saves inside useWrite',
  'screens/devices/bulk/move-screens.tsx devices.updateMany': 'asks what a save would change',
  'screens/devices/device-form.tsx devices.update': 'asks what a save would change; saves inside useWrite',
  'accounts/users/users-page.tsx users.import': 'the dialog that imports reports itself',
  'places/buildings/buildings-page.tsx buildings.import': 'the dialog that imports reports itself',
  'screens/devices/devices-page.tsx devices.import': 'the dialog that imports reports itself',
  'content/trash/use-restore.ts trash.restore': 'reports itself',
  'lib/trash.ts trash.restore': 'runs inside useUndo',
  'lib/trash.ts trash.restoreMany': 'runs inside useUndo',
  'queries/tags.ts buildings.tagMany': 'TagsEditor reports itself',
  'queries/tags.ts cards.tagMany': 'runs inside useBulk',
  'queries/tags.ts deviceGroups.tagMany': 'TagsEditor reports itself',
  'queries/tags.ts devices.tagMany': 'runs inside useBulk; TagsEditor reports itself',
  'queries/tags.ts floors.tagMany': 'TagsEditor reports itself',
  'queries/tags.ts layouts.tagMany': 'runs inside useBulk',
  'queries/tags.ts media.tagMany': 'runs inside useBulk; TagsEditor reports itself',
  'queries/tags.ts storyboards.tagMany': 'runs inside useBulk; TagsEditor reports itself',
}

test('X-001: each writing call of the console ends with a toast', () => {
  const files = Object.entries(SOURCES).filter(([file]) => !file.includes('.test.'))
  expect([...new Set(files.flatMap(loose))].sort()).toEqual(Object.keys(LOOSE).sort())
})
