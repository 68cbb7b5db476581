import { LETTER_PARTS } from '@vitrine/contract/fields/font-parts'
import type { LetterSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { createContext, useContext } from 'react'

const NAMES = ['isBold', 'isItalic', 'font', ...LETTER_PARTS] as const

/** What concerns letters in a style that may have been copied from another widget. */
export const lettersIn = (style: LetterSettings): LetterSettings =>
  Object.fromEntries(NAMES.flatMap((name) => (style[name] === undefined ? [] : [[name, style[name]]])))

export const LettersContext = createContext<LetterSettings>({})

/** The letters of a widget's built-in lines, where they differ from the usual ones. */
export const useLetters = (): LetterSettings => lettersIn(useContext(LettersContext))
