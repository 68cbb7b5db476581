import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { ar } from '#features/setups/archives/ar.ts'
import { tarGz } from '#features/setups/archives/tar.ts'

const FOLDER = 'usr/lib/vitrine-kiosk'
/** The packages that kiosk.sh would install itself. */
const NEEDS = [
  ...['cage', 'xwayland', 'chromium | chromium-browser', 'procps', 'util-linux', 'libpam-systemd', 'dbus'],
  ...['curl', 'ca-certificates', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
  ...['python3', 'v4l-utils', 'unattended-upgrades'],
]

/** kiosk.sh and its helper as a Debian package for this player. `folder`: the built player. */
export async function debianPackage(
  { player, content }: { player: string; content: string },
  folder: string,
): Promise<Buffer> {
  const read = (name: string) => readFile(path.join(folder, name))
  const files = [
    { name: `${FOLDER}/kiosk.sh`, content: await read('kiosk.sh'), mode: 0o755 },
    { name: `${FOLDER}/kiosk-machine.py`, content: await read('kiosk-machine.py') },
  ]
  const size = files.reduce((sum, { content: bytes }) => sum + bytes.length, 0)
  const control = [
    'Package: vitrine-kiosk',
    `Version: ${PRODUCT_VERSION}`,
    `Homepage: ${player}`,
    'Section: misc',
    'Priority: optional',
    'Architecture: all',
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${NEEDS.join(', ')}`,
    'Maintainer: Vitrine <vitrine@localhost>',
    'Description: Vitrine screen',
    ' Full-screen Chromium that starts with the machine and shows one player.',
    '',
  ].join('\n')
  const script = (name: string, text: string) => ({
    name,
    content: `#!/bin/sh\nset -e\n${text}\n`,
    mode: 0o755,
  })
  return ar([
    { name: 'debian-binary', content: '2.0\n' },
    {
      name: 'control.tar.gz',
      content: tarGz([
        { name: 'control', content: control },
        script(
          'postinst',
          `[ "$1" = configure ] || exit 0\nexec sh /${FOLDER}/kiosk.sh --installed ${player} ${content}`,
        ),
        script('prerm', `[ "$1" = remove ] || exit 0\nexec sh /${FOLDER}/kiosk.sh --remove`),
      ]),
    },
    { name: 'data.tar.gz', content: tarGz(files) },
  ])
}
