import { describe, expect, it } from 'vitest'
import { choicesOf, spell } from './pinyin.ts'
import { PINYIN } from './pinyin-table.ts'

/** Types letters, and takes the first choice at the end. */
function write(letters: string): string {
  let [text, typed] = ['', '']
  for (const letter of letters) {
    const next = spell(PINYIN, typed, letter)
    text += next.done
    typed = next.typed
  }
  return text + (choicesOf(PINYIN, typed)[0] ?? '')
}

describe('writing Chinese by its sounds', () => {
  it('offers the characters of a syllable, the most frequent first', () => {
    expect(choicesOf(PINYIN, 'ni').slice(0, 3)).toEqual(['你', '尼', '呢'])
    expect(choicesOf(PINYIN, 'zh')).toContain('中')
    expect(choicesOf(PINYIN, '')).toEqual([])
  })

  it('takes the most frequent character when the next syllable begins', () => {
    expect(write('nihao')).toBe('你好')
    expect(write('zhongwen')).toBe('中文')
  })

  it('ignores letters that begin no syllable', () => {
    expect(spell(PINYIN, '', 'i')).toEqual({ done: '', typed: '' })
    expect(spell(PINYIN, 'ni', 'v')).toEqual({ done: '你', typed: '' })
  })

  it('has every character of GB 2312', () => {
    const all = new Set(Object.values(PINYIN).flatMap((characters) => characters.split(' ')))
    const missing: string[] = []
    const decoder = new TextDecoder('gb2312')
    for (let row = 0xb0; row <= 0xf7; row++)
      for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) {
        const character = decoder.decode(Uint8Array.of(row, cell))
        if (!all.has(character)) missing.push(character)
      }
    expect(missing.join('')).toBe('')
  })
})
