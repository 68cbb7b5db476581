import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { command, print } from './command.ts'
import { quoted } from './names.ts'
import { requireFile, WrongUse } from './refusal.ts'

export const replace = command({
  usage: 'media replace FILE --id ID',
  summary: 'Replace the file of a media item; screens that show it download the new one',
  options: { id: { type: 'string' } },
  words: 1,
  async run(api, { values: { id }, positionals: [file = ''] }) {
    if (!id) throw new WrongUse('Say which media item: --id ID, the last part of its address in the console')
    requireFile(file)
    const media = new File([await openAsBlob(file)], path.basename(file))
    const { media: item } = await api.mediaVersions.replace({ params: { id }, body: { media } })
    print(`Replaced the file of ${quoted(item.name)}`)
  },
})
