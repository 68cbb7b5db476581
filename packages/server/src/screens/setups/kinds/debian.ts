import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { ar } from '#screens/setups/archives/ar.ts'
import { type ArchiveFile, MADE, tarGz } from '#screens/setups/archives/tar.ts'

const NAME = 'vitrine-kiosk'
const FOLDER = `usr/lib/${NAME}`
const DOC = `usr/share/doc/${NAME}`
/** kiosk.sh and what it comes with; the build also leaves compressed copies. */
const OF_KIOSK = /^kiosk[a-z-]*\.(sh|py|html)$/
const MAINTAINER = 'Vitrine <vitrine@vitrine.invalid>'

interface Options {
  player: string
  content: string
  /** The public key of the installation, which verifies updates: base64 of DER. */
  key: string
}

/** kiosk.sh and what it comes with, as a Debian package for this player. `folder`: the built player. */
export async function debianPackage({ player, content, key }: Options, folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => OF_KIOSK.test(name)).sort()
  const programs: ArchiveFile[] = await Promise.all(
    names.map(async (name) => ({
      name: `${FOLDER}/${name}`,
      content: await readFile(path.join(folder, name)),
      ...(!name.endsWith('.html') && { mode: 0o755 }),
    })),
  )
  const files = [...programs, { name: `${FOLDER}/server.der`, content: Buffer.from(key, 'base64') }]
  // Another address or another script is another version: apt installs it over this one.
  const hash = createHash('sha256').update(`${player}\n${content}\n`)
  for (const file of files) hash.update(`${file.name}\n${file.content.length}\n`).update(file.content)
  const version = `${PRODUCT_VERSION}+${hash.digest('hex').slice(0, 12)}`
  files.push(...documents(version))
  const script = programs.find(({ name }) => name === `${FOLDER}/kiosk.sh`)?.content.toString() ?? ''
  const size = files.reduce((sum, { content: bytes }) => sum + bytes.length, 0)
  const control = [
    `Package: ${NAME}`,
    `Version: ${version}`,
    `Homepage: ${player}`,
    'Section: misc',
    'Priority: optional',
    'Architecture: all',
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${neededPackages(script).join(', ')}`,
    `Maintainer: ${MAINTAINER}`,
    'Description: full-screen digital signage player',
    ' Chromium in a small compositor that starts with the machine, shows the player',
    ' of one Vitrine server and nothing else, and restarts if it crashes or hangs.',
    ' Installing the package configures the machine, removing it undoes that.',
    '',
  ].join('\n')
  return ar([
    { name: 'debian-binary', content: '2.0\n' },
    {
      name: 'control.tar.gz',
      content: tarGz([
        { name: 'control', content: control },
        { name: 'md5sums', content: checksums(files) },
        maintainerScript(
          'postinst',
          `[ "$1" = configure ] || exit 0\n# kiosk.sh passes the addresses that were typed.\nexec sh /${FOLDER}/kiosk.sh --installed \${VITRINE_KIOSK_ADDRESSES:-${player} ${content}}`,
        ),
        maintainerScript('prerm', `[ "$1" = remove ] || exit 0\nexec sh /${FOLDER}/kiosk.sh --undo`),
        maintainerScript('postrm', `[ "$1" = purge ] || exit 0\nrm -rf /var/lib/${NAME}`),
      ]),
    },
    { name: 'data.tar.gz', content: tarGz(files) },
  ])
}

/** The list in kiosk.sh. */
function neededPackages(script: string): string[] {
  const [, list] = /^PACKAGES="([^"]+)"$/m.exec(script) ?? []
  if (!list) throw new Error('kiosk.sh has no list of packages')
  return list.split(/\s+/).map((name) => name.replaceAll('|', ' | '))
}

const maintainerScript = (name: string, text: string): ArchiveFile => ({
  name,
  content: `#!/bin/sh\nset -e\n${text}\n`,
  mode: 0o755,
})

const checksums = (files: readonly ArchiveFile[]) =>
  files.map(({ name, content }) => `${createHash('md5').update(content).digest('hex')}  ${name}\n`).join('')

/** What Debian expects of every package. */
const documents = (version: string): ArchiveFile[] => [
  {
    name: `${DOC}/copyright`,
    content: [
      'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
      'Upstream-Name: Vitrine',
      '',
      'Files: *',
      'Copyright: 2026 The Vitrine authors',
      'License: AGPL-3.0-or-later',
      ' This program is free software: you can redistribute it and/or modify it under',
      ' the terms of the GNU Affero General Public License as published by the Free',
      ' Software Foundation, either version 3 of the License, or (at your option) any',
      ' later version. The text is at https://www.gnu.org/licenses/agpl-3.0.html',
      '',
    ].join('\n'),
  },
  {
    name: `${DOC}/changelog.gz`,
    content: gzipSync(
      `${NAME} (${version}) stable; urgency=medium\n\n  * See the changelog of Vitrine ${PRODUCT_VERSION}.\n\n -- ${MAINTAINER}  ${MADE.toUTCString().replace('GMT', '+0000')}\n`,
      { level: 9 },
    ),
  },
]
