import { describe, expect, test } from 'vitest'
import { checkCircles } from './circles.mjs'
import { checkFeatures, checkImports } from './imports.mjs'
import { checkLockfile } from './lockfile.mjs'
import { checkSources, checkStyles, checkTexts } from './sources.mjs'

const imports = (file, ...specs) =>
  checkImports([{ file, text: specs.map((spec) => `import { x } from '${spec}'`).join('\n') }])
const source = (file, text) => checkSources([{ file, text }])

describe('import rules', () => {
  const allowed = [
    ['packages/widgets/src/layout-view.tsx', '@vitrine/contract/document/layout-document'],
    ['packages/server/src/content/media/routes.ts', '@vitrine/widgets/definitions'],
    ['packages/server/src/content/media/routes.ts', '#db/scoped.ts'],
    ['packages/server/src/content/media/routes.ts', '#content/cards/queries.ts'],
    ['packages/server/src/content/media/routes.ts', '#data/sources/queries.ts'],
    ['packages/server/src/content/media/routes.ts', '#base/list.ts'],
    ['packages/server/src/content/media/routes.ts', '#playback/manifest.ts'],
    ['packages/contract/src/api/screens/devices.ts', '#api/content/storyboards.ts'],
    ['packages/console/src/content/cards/card-form.tsx', '#content/media/media-picker.tsx'],
    ['packages/console/src/content/cards/card-form.tsx', '#content/pages/page-editor.tsx'],
    ['packages/console/src/content/cards/card-form.tsx', '#pictures/pages/page-thumb.tsx'],
    ['packages/console/src/app/shell/shell.tsx', '#content/media/media-page.tsx'],
    ['packages/contract/src/api/content/media.ts', 'zod'],
    ['packages/server/src/main.ts', '#app/app.ts'],
    ['packages/server/src/lib/errors.ts', '@vitrine/contract/errors'],
    ['packages/server/src/lib/http/bodies.ts', '#lib/errors.ts'],
  ]
  test.each(allowed)('%s may import %s', (file, spec) => expect(imports(file, spec)).toEqual([]))

  const forbidden = [
    ['packages/contract/src/api/content/media.ts', '@vitrine/widgets/definitions'],
    ['packages/contract/src/api/content/media.ts', 'react'],
    ['packages/contract/src/api/content/media.ts', 'node:path'],
    ['packages/widgets/src/host.ts', '@vitrine/console'],
    ['packages/server/src/content/media/routes.ts', '@vitrine/widgets/renderers'],
    ['packages/player/src/stage/stage.tsx', '@vitrine/server'],
    ['packages/server/src/lib/env.ts', '#db/database.ts'],
    ['packages/server/src/lib/env.ts', '#db/tables/devices.ts'],
    ['packages/server/src/lib/env.ts', '#content/media/queries.ts'],
    ['packages/server/src/lib/http/bodies.ts', '@vitrine/contract/api/content/media'],
    ['packages/server/src/lib/http/bodies.ts', '@vitrine/contract'],
    ['packages/server/src/lib/csv.ts', '@vitrine/contract/schedule/schedule'],
    ['packages/server/src/lib/csv.ts', '@vitrine/widgets/definitions'],
    ['packages/server/src/lib/work/turns.ts', 'kysely'],
    ['packages/server/src/db/database.ts', '#blobs/disk.ts'],
    ['packages/server/src/content/media/routes.ts', '#app/app.ts'],
    ['packages/server/src/content/media/routes.ts', '#content/cards/rules.ts'],
    ['packages/server/src/content/media/routes.ts', '#screens/devices/queries.ts'],
    ['packages/server/src/playback/manifest.ts', '#content/media/queries.ts'],
    ['packages/contract/src/api/content/storyboards.ts', '#api/screens/devices.ts'],
    ['packages/console/src/pictures/pages/page-thumb.tsx', '#pickers/tags/tags-picker.tsx'],
    ['packages/console/src/ui/list/data-table.tsx', '#fields/fields-form.tsx'],
    ['packages/console/src/content/cards/card-form.tsx', '../media/media-picker.tsx'],
    ['packages/console/src/content/cards/card-form.tsx', '#content/pages/designer/state/store.ts'],
    ['packages/console/src/content/cards/card-form.tsx', '#content/media/library/library.tsx'],
    ['packages/console/src/lib/api.ts', './session'],
    ['packages/console/src/lib/api.ts', 'node:fs'],
  ]
  test.each(forbidden)('%s may not import %s', (file, spec) => expect(imports(file, spec)).toHaveLength(1))

  test('every way of writing an import is read', () => {
    const text = [
      "import type { A } from '../a.ts'",
      'import {\n  b,\n  c,\n} from "../b.ts"',
      "export { d } from '../c.ts'",
      "import '../d.css'",
      "const e = await import('../e.ts')",
      "type F = import('../f.ts').F",
    ]
    expect(checkImports([{ file: 'packages/console/src/ui/x.ts', text: text.join('\n') }])).toHaveLength(6)
  })

  test('every module of the console belongs to a feature', () => {
    const loose = { file: 'packages/console/src/content/page-thumb.tsx', text: '' }
    expect(checkFeatures([loose])).toContainEqual(expect.stringContaining('content/page-thumb.tsx: move it'))
  })

  test('an offer that no other feature takes is refused', () => {
    const text = "import { PageEditor } from '#content/pages/page-editor.tsx'"
    const problems = (file) => checkFeatures([{ file, text }]).filter((one) => one.includes('page-editor'))
    expect(problems('packages/console/src/content/cards/new-card.tsx')).toEqual([])
    expect(problems('packages/console/src/content/pages/gallery/page-gallery.tsx')).toHaveLength(1)
  })

  test.each(["import { a } from '#QUERIES'", "import type { A } from '#QUERIES'"])(
    'features import each other in no circle, also by %s',
    (text) => {
      const feature = (name, ...others) => ({
        file: `packages/server/src/content/${name}/queries.ts`,
        text: others.map((other) => text.replace('QUERIES', `content/${other}/queries.ts`)).join('\n'),
      })
      const circles = (...files) => checkCircles(files)
      const straight = [feature('a', 'b', 'c'), feature('b', 'c')]
      expect(circles(...straight, feature('c'))).toEqual([])
      expect(circles(...straight, feature('c', 'd'), feature('d', 'b'))).toEqual([
        expect.stringContaining('b/queries.ts'),
      ])
      expect(circles(...straight, feature('c', 'd'), feature('d', 'b'))[0]).toContain(
        'content/b → content/c → content/d → content/b',
      )
      expect(circles(...straight, { ...feature('c', 'a'), isTest: true })).toEqual([])
      // A feature of the console with the same name is another one.
      const twin = { ...feature('c', 'a'), file: 'packages/console/src/content/c/queries.ts' }
      expect(circles(...straight, twin)).toEqual([])
    },
  )

  test('the files of a room and its folders import each other in no circle', () => {
    const file = (name, spec) => ({ file: `packages/server/src/playback/${name}`, text: `import '${spec}'` })
    const down = file('publisher.ts', './computing/cache.ts')
    expect(checkCircles([down, file('computing/loader.ts', './cache.ts')])).toEqual([])
    expect(checkCircles([down, file('computing/cache.ts', '#playback/states.ts')])).toEqual([
      expect.stringContaining('playback → playback/computing → playback'),
    ])
  })

  test.each([
    ['contract', 'fields/kinds/actions.ts', '#document/actions.ts', 'document/layout.ts', '#fields/field.ts'],
    ['contract', 'api/content/pages.ts', '#schedule/dates.ts', 'schedule/dates.ts', '#api/content/pages.ts'],
    ['contract', 'fields/values.ts', '#errors.ts', 'errors.ts', './fields/values.ts'],
    ['widgets', 'kinds/text/text.tsx', '#lib/live.ts', 'lib/live.ts', '#kinds/text/text.tsx'],
    [
      'console',
      'content/pages/page.tsx',
      '#content/cards/api.ts',
      'content/cards/api.ts',
      '#content/pages/api.ts',
    ],
    ['console', 'ui/list/table.tsx', '#lib/text/i18n.ts', 'lib/text/i18n.ts', '#ui/list/table.tsx'],
    ['player', 'stage/pages/content.ts', '#uplink/answers/book.ts', 'uplink/report.ts', '#stage/director.ts'],
    ['player', 'session/session.ts', '#lib/api.ts', 'lib/api.ts', '#session/parts.ts'],
    ['server', 'lib/http.ts', '#db/tables.ts', 'db/tables.ts', '#lib/http.ts'],
  ])('folders of %s: %s and its like import each other in no circle', (workspace, a, toB, b, toA) => {
    const file = (name, spec) => ({
      file: `packages/${workspace}/src/${name}`,
      text: `import type { X } from '${spec}'`,
    })
    expect(checkCircles([file(a, toB), file(b, toA)])).toHaveLength(1)
    expect(checkCircles([file(a, toB), { ...file(b, toA), isTest: true }])).toEqual([])
  })

  test('chapters of one folder may import each other', () => {
    const file = (name, spec) => ({ file: `packages/contract/src/${name}`, text: `import '${spec}'` })
    expect(
      checkCircles([
        file('fields/kinds.ts', './kinds/group.ts'),
        file('fields/kinds/group.ts', '#fields/kind.ts'),
      ]),
    ).toEqual([])
  })

  test.each([
    "import type { Slot } from '#api/playback/manifest.ts'",
    "import { Slot } from '#api/playback/manifest.ts'",
    "import { Slot } from './api/playback/manifest.ts'",
  ])('functions of the contract import nothing of its api, also by %s', (text) => {
    const problems = (file) => checkImports([{ file: `packages/contract/src/${file}`, text }])
    expect(problems('schedule/slots.ts')).not.toEqual([])
    expect(problems('client.ts')).not.toEqual([])
    expect(problems('api/screens/player.ts')).toEqual([])
    expect(problems('index.ts')).toEqual([])
  })

  describe('schemas stay in contract/src/api', () => {
    const loaded = (file, spec, isTest = false) =>
      checkImports([{ file, text: `import { x } from '${spec}'`, isTest }])
    const outside = [
      ['packages/contract/src/rules.ts', 'zod'],
      ['packages/contract/src/rules.ts', 'zod/mini'],
      ['packages/widgets/src/samples.ts', '@vitrine/contract/api/data/widget-data'],
      ['packages/widgets/src/templates/news.ts', '@vitrine/contract'],
      ['packages/player/src/session.ts', '@vitrine/contract/api/screens/player'],
    ]
    test.each(outside)('%s may import types of %s only', (file, spec) => {
      expect(loaded(file, spec)).toHaveLength(1)
      expect(loaded(file, spec, true)).toEqual([])
      expect(checkImports([{ file, text: `import type { x } from '${spec}'` }])).toEqual([])
    })

    test('an import of types inside braces still loads the file', () => {
      const text = "import { type News } from '@vitrine/contract/api/data/widget-data'"
      expect(checkImports([{ file: 'packages/widgets/src/samples.ts', text }])).toHaveLength(1)
    })

    const inside = [
      ['packages/contract/src/api/screens/devices.ts', '#api/base/entity.ts'],
      ['packages/contract/src/api/screens/devices.ts', 'zod'],
      ['packages/contract/src/index.ts', './api/buildings.ts'],
      ['packages/console/src/accounts/users/user-form.tsx', '@vitrine/contract/api/accounts/users'],
      ['packages/server/src/accounts/users/routes.ts', '@vitrine/contract/api/accounts/users'],
    ]
    test.each(inside)('%s may load %s', (file, spec) => expect(loaded(file, spec)).toEqual([]))
  })

  test('a definition leads to nothing that draws, however far away', () => {
    const files = [
      { file: 'packages/widgets/src/definitions.ts', text: "import { clock } from './clock/definition.ts'" },
      { file: 'packages/widgets/src/clock/definition.ts', text: "import { face } from './face.ts'" },
      { file: 'packages/widgets/src/clock/face.ts', text: "import { useState } from 'react'" },
    ]
    expect(checkImports(files)).toEqual([expect.stringContaining('clock/face.ts')])
  })
})

describe('placement rules', () => {
  test('the time comes from the clock', () => {
    expect(source('packages/server/src/content/media/rules.ts', 'const now = Date.now()')).toHaveLength(1)
    expect(source('packages/server/src/content/media/rules.ts', 'const now = new Date()')).toHaveLength(1)
    expect(source('packages/server/src/content/media/rules.ts', 'new Date(text)')).toEqual([])
    expect(source('packages/server/src/lib/clock.ts', 'const now = Date.now()')).toEqual([])
  })

  test.each(["import { request } from 'node:http'", "import { Agent } from 'undici'"])(
    'SSRF-10: %s stands in the one way out',
    (code) => {
      expect(source('packages/server/src/content/media/rules.ts', code)).toHaveLength(1)
      expect(source('packages/server/src/lib/http/egress/egress.ts', code)).toEqual([])
    },
  )
  test('SSRF-10: any module may inspect an address and name a type', () => {
    expect(
      source('packages/server/src/accounts/credentials/login-guard.ts', "import { isIPv6 } from 'node:net'"),
    ).toEqual([])
    const type = "import type { ServerResponse } from 'node:http'"
    expect(source('packages/server/src/playback/streams.ts', type)).toEqual([])
  })

  test.each([
    '<p dangerouslySetInnerHTML={{ __html: text }} />',
    'node.innerHTML = text',
    "node.insertAdjacentHTML('beforeend', text)",
    'document.write(text)',
    'eval(text)',
    'new Function(text)',
    "setTimeout('text', 1)",
  ])('XSS-05: %s stands nowhere', (code) => {
    expect(source('packages/console/src/ui/x.tsx', code)).toHaveLength(1)
  })

  test.each([
    "import { spawn } from 'node:child_process'",
    "import { type ChildProcess, execFile } from 'node:child_process'",
    "import { execSync } from 'node:child_process'",
    "import * as processes from 'node:child_process'",
  ])('the server starts no other program: %s', (code) => {
    expect(source('packages/server/src/operations/backups/take.ts', code)).toHaveLength(1)
    const own = "import { type ChildProcess, fork } from 'node:child_process'"
    expect(source('packages/server/src/operations/backups/take.ts', own)).toEqual([])
  })

  test('handlers leave the database of all organizations alone', () => {
    const take = 'async ({ database }) => database.selectFrom()'
    expect(source('packages/server/src/content/cards/routes.ts', take)).toHaveLength(1)
    expect(source('packages/server/src/operations/jobs/runner.ts', take)).toEqual([])
    const own = "import { anyOf } from '#db/database.ts'\nasync ({ db }) => db.selectFrom()"
    expect(source('packages/server/src/content/cards/routes.ts', own)).toEqual([])
  })

  test('calls go through one file, and a name that only ends in fetch is none', () => {
    expect(source('packages/console/src/ui/x.ts', 'await fetch(url)')).toHaveLength(1)
    expect(source('packages/console/src/ui/x.ts', 'await window.fetch(url)')).toHaveLength(1)
    expect(source('packages/console/src/ui/x.ts', 'query.refetch(); prefetch(url)')).toEqual([])
    expect(source('packages/console/src/lib/server/transport.ts', 'await fetch(url)')).toEqual([])
  })
  test('words for dates and numbers come from one file of the console', () => {
    for (const code of ['new Intl.NumberFormat()', 'at.toLocaleString()', 'a.localeCompare(b)'])
      expect(source('packages/console/src/ui/x.ts', code)).toHaveLength(1)
    expect(source('packages/console/src/lib/text/format.ts', 'new Intl.NumberFormat()')).toEqual([])
  })

  const missingOnPlainHttp = [
    'crypto.subtle.digest',
    'crypto.randomUUID()',
    'navigator.locks.request',
    'navigator.clipboard.writeText',
    'navigator.serviceWorker.register',
    'caches.open',
  ]
  test.each(missingOnPlainHttp)('%s is allowed in its own file', (code) => {
    expect(source('packages/console/src/content/cards/card-page.tsx', code)).toHaveLength(1)
  })

  test('a comment is no use of it, a string with slashes hides none', () => {
    expect(source('packages/console/src/ui/x.ts', '// not Date.now()\n/* nor fetch() */')).toEqual([])
    expect(source('packages/console/src/ui/x.ts', "const a = 'http://b'; fetch(a)")).toHaveLength(1)
  })

  test('spacing and type sizes are tokens, and a style sheet has at most 300 lines', () => {
    const sheet = (text) => checkStyles([{ file: 'packages/console/src/ui/x.module.css', text }])
    for (const line of ['padding: 0 8px;', 'margin-inline-end: -9px;', 'gap: 12px;', 'font-size: 13px;'])
      expect(sheet(`.a {\n  ${line}\n}\n`)).toHaveLength(1)
    expect(sheet('.a {\n  font: 500 14px / 20px var(--font);\n}\n')).toHaveLength(1)
    expect(sheet('.a {\n  font: 500 var(--type-body) / 20px var(--font);\n}\n')).toEqual([])
    expect(sheet('.a {\n  padding: 1px var(--space-2);\n  inline-size: 80px;\n}\n')).toEqual([])
    expect(sheet('.a {\n  padding: 3px; /* exact: the ruler is 20 px high */\n}\n')).toEqual([])
    expect(sheet('\n'.repeat(301))).toHaveLength(1)
  })

  test('names and sizes', () => {
    expect(source('packages/console/src/lib/utils.ts', '')).toHaveLength(1)
    expect(source('packages/console/src/common/x.ts', '')).toHaveLength(1)
    expect(source('packages/console/src/ui/index.ts', '')).toHaveLength(1)
    expect(source('packages/contract/src/index.ts', '')).toEqual([])
    expect(source('packages/contract/src/a.ts', '\n'.repeat(400))).toHaveLength(1)
  })

  test('no path of one machine, nothing unfinished', () => {
    const line = (text) => checkTexts([{ file: 'README.md', text }])
    expect(line(['see ', 'home/me/vitrine'].join('/'))).toHaveLength(1)
    expect(line(['// TO', 'DO: later'].join(''))).toHaveLength(1)
    expect(line('the address is https://example.org/home/page')).toEqual([])
  })
})

describe('the lockfile', () => {
  const asks = { optionalDependencies: { 'tool-win': '1.0.0' } }
  test('has every platform', () => {
    expect(checkLockfile({ packages: { 'node_modules/tool': asks } })).toHaveLength(1)
    expect(
      checkLockfile({
        packages: { 'node_modules/tool': asks, 'node_modules/tool-win': { version: '2.0.0' } },
      }),
    ).toHaveLength(1)
    expect(
      checkLockfile({
        packages: {
          'node_modules/a/node_modules/tool': asks,
          'node_modules/a/node_modules/tool-win': { version: '1.0.0' },
        },
      }),
    ).toEqual([])
  })
  test('names no download address', () => {
    expect(
      checkLockfile({ packages: { 'node_modules/a': { resolved: 'https://example.org/a.tgz' } } }),
    ).toHaveLength(1)
  })
})
