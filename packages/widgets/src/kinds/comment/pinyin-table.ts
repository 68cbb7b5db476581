import chinese from 'simple-keyboard-layouts/build/layouts/chinese.js'
import type { PinyinTable } from './pinyin.ts'

/** Large, so screens load it when someone writes Chinese. */
export const PINYIN: PinyinTable = (chinese as unknown as { layoutCandidates: PinyinTable }).layoutCandidates
