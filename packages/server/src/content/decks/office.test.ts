import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { ErrorBody } from '@vitrine/contract/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { networkBlock } from '#lib/work/run-tool.ts'
import { findTools } from '#lib/work/tools.ts'
import { followed, sendDeck } from '#test/decks.ts'
import { useServer } from '#test/harness.ts'
import { pdf } from '#test/pdf.ts'
import { form } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'
import { asPdf } from './office.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-office-'))
afterAll(() => rmSync(folder, { recursive: true }))

const pptx = zipOf([{ name: 'ppt/presentation.xml', content: '<p/>' }])
const odp = 'application/vnd.oasis.opendocument.presentation'

/** A script in place of LibreOffice. */
function fake(name: string, script: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

describe('slides', () => {
  const server = useServer()
  const send = async (soffice: string | null): Promise<Conversion> => {
    server().services.tools.soffice = soffice
    const admin = await server().organization()
    return followed(admin, await sendDeck(admin, pptx, {}, 'Talk.pptx'))
  }

  it('are refused with a hint if LibreOffice is missing', async () => {
    server().services.tools.soffice = null
    const admin = await server().organization()
    const { status, body } = await admin.call(
      'POST',
      '/media/decks',
      form([{ name: 'Talk.pptx', content: pptx }]),
    )
    expect([status, (body as ErrorBody).message]).toEqual([
      415,
      expect.stringMatching(/^Talk\.pptx can't be opened on this server.*Save it as PDF and upload that\.$/),
    ])
  })

  it("become images through a PDF, made in a separate folder without the server's settings", async () => {
    const made = path.join(folder, 'made.pdf')
    writeFileSync(made, pdf(1))
    const seen = path.join(folder, 'seen')
    const soffice = fake(
      'works',
      `env > ${seen}; echo AT=$(pwd) >> ${seen}; ls >> ${seen}; cp ${made} slides.pdf`,
    )
    expect(await send(soffice)).toMatchObject({ state: 'done', total: 1, name: 'Talk.pptx' })
    const text = readFileSync(seen, 'utf8')
    expect(text).not.toMatch(/DATABASE_URL|SECRET|NODE_/)
    expect(text).toMatch(/slides\.pptx/)
    const at = /^AT=(.*)$/m.exec(text)?.[1] ?? folder
    await expect.poll(() => existsSync(at)).toBe(false)
  })

  it.each([
    ['fails', 'exit 1', /can't be opened/],
    ['writes something else', 'echo hello > slides.pdf', /can't be opened/],
    // Without a limit, the PDF would be there.
    [
      'exhausts memory',
      'dd if=/dev/zero of=/dev/null bs=5000000000 count=1 && printf %%PDF- > slides.pdf',
      /can't be opened/,
    ],
  ])('are refused in words when it %s', async (name, script, words) => {
    const { state, error } = await send(fake(name.replaceAll(' ', '-'), script))
    expect(state).toBe('failed')
    expect(error).toMatch(words)
    expect(error).toMatch(/^Talk\.pptx .*Save it as PDF and upload that\.$/)
  })

  it('end with the server, with every process started for them', async () => {
    const pids = path.join(folder, 'pids')
    const soffice = fake('hangs', `sleep 1000 & echo $! $$ > ${pids}; wait`)
    const controller = new AbortController()
    const work = asPdf(soffice, { file: pids, mimetype: odp, signal: controller.signal }, async () => {})
    while (!existsSync(pids) || readFileSync(pids, 'utf8') === '')
      await new Promise((go) => setTimeout(go, 20))
    controller.abort(new Error('stopped'))
    await expect(work).rejects.toThrow('stopped')
    for (const pid of readFileSync(pids, 'utf8').trim().split(' '))
      await expect.poll(() => isAlive(Number(pid))).toBe(false)
  })

  it('cannot reach the network where the system lets us block it', async () => {
    const { kind } = await networkBlock()
    const out = path.join(folder, 'net')
    const soffice = fake('asks', `cat /proc/net/dev > ${out} 2>/dev/null; env >> ${out}; exit 1`)
    const run = asPdf(
      soffice,
      { file: out, mimetype: odp, signal: new AbortController().signal },
      async () => {},
    )
    await expect(run).rejects.toThrow(/can't be opened/)
    const text = readFileSync(out, 'utf8')
    if (kind === 'namespace') expect(text).not.toMatch(/^\s*(eth|en|wl)/m)
    else expect(text).toContain('https_proxy=http://127.0.0.1:9')
  })

  // Only where LibreOffice is installed: it alone can open this ODP.
  it.skipIf(findTools().soffice === null)(
    'open in the real LibreOffice',
    async () => {
      const content = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.2" office:mimetype="${odp}"><office:master-styles><style:master-page style:name="M"/></office:master-styles><office:body><office:presentation><draw:page draw:name="one" draw:master-page-name="M"/><draw:page draw:name="two" draw:master-page-name="M"/></office:presentation></office:body></office:document>`
      server().services.tools.soffice = findTools().soffice
      const file = path.join(folder, 'flat.fodp')
      writeFileSync(file, content)
      const { size } = await asPdf(
        findTools().soffice ?? '',
        { file, mimetype: odp, signal: new AbortController().signal },
        async (made) => statSync(made),
      )
      expect(size).toBeGreaterThan(500)
    },
    120_000,
  )
})

/** A process that has ended but wasn't reaped is still listed, as a zombie. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
