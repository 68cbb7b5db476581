import { SCREEN_LANGUAGES } from '@vitrine/contract/player/screen-languages'
import { describe, expect, it } from 'vitest'
import { compose } from './compose.ts'
import { type KeyboardLanguage, LETTERS, labelOf, languagesOf, SHIFTED, seen } from './keyboard-layouts.ts'

/** The letters that each language is written with, beyond those of English: the main exemplars of CLDR 48.2. */
const ALPHABETS: Readonly<Record<string, string>> = {
  ar: '\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670ءأؤإئاآبةتثجحخدذرزسشصضطظعغفقكلمنهوىي',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  ca: '·àçéèíïóòúü',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'æøå',
  de: 'äößü',
  'de-CH': 'äöü',
  el: 'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ',
  en: '',
  es: 'áéíñóúü',
  et: 'šžõäöü',
  fa: '\u064b\u064d\u064c\u0651\u0654آاءأؤئبپتثجچحخدذرزژسشصضطظعغفقکگلمنوهةی',
  fi: 'šžåäö',
  fr: 'àâæçéèêëîïôœùûüÿ',
  he: 'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  hi: '़ॐंँःअआइईउऊऋऌऍएऐऑओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहऽािीुूृॅेैॉोौ्',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  id: '',
  is: 'áðéíóúýþæö',
  it: 'àéèìòù',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  ms: '',
  nb: 'àéóòôæøå',
  nl: 'áäéëíïóöúü',
  pl: 'ąćęłńóśźż',
  pt: 'áàâãçéêíóòôõú',
  ro: 'ăâîșț',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  sv: 'àéåäö',
  th: 'ฯๆ๎์็่้๊๋กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮํะัาๅำิีึืุูเแโใไฺ',
  tr: 'çğıİöşü',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяʼ',
  ur: 'ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنوہھءیے',
  // Chosen by their sounds, see `pinyin.test.ts`.
  'zh-CN': '',
  vi: 'àảãáạăằẳẵắặâầẩẫấậđèẻẽéẹêềểễếệìỉĩíịòỏõóọôồổỗốộơờởỡớợùủũúụưừửữứựỳỷỹýỵ',
}
const LATIN = 'abcdefghijklmnopqrstuvwxyz'
/** Traditional characters need another dictionary: people type with Latin letters. */
const WITHOUT = ['zh-HK', 'zh-TW']

const LAYOUTS = [
  ...Object.entries(LETTERS),
  ...Object.entries(SHIFTED).map(([name, rows]) => [`${name} with shift`, rows] as const),
]

/** All that a locale's first keyboard types, with letters that two keys make, in both sizes. */
function typedIn(locale: string): Set<string> {
  const language = languagesOf(locale)[0] as KeyboardLanguage
  const keys = [...LETTERS[language], ...(SHIFTED[language] ?? [])].flat()
  const pairs = language === 'vi' ? keys.flatMap((first) => keys.map((second) => compose(first, second))) : []
  return new Set([...keys, ...pairs, ...keys.map((letter) => letter.toLocaleUpperCase(locale))])
}

const typed = (keys: string) => [...keys].reduce(compose, '')

describe('the keyboard on a screen', () => {
  it.each(LAYOUTS)('has each letter of %s once', (_, rows) => {
    const letters = rows.flat()
    expect(letters.every((letter) => [...letter].length === 1)).toBe(true)
    expect(new Set(letters).size).toBe(letters.length)
  })

  it.each(SCREEN_LANGUAGES.filter((locale) => !WITHOUT.includes(locale)))(
    'has the language of %s',
    (locale) => {
      const [language = ''] = locale.split('-')
      expect(languagesOf(locale)[0]?.split('-')[0]).toBe(language)
      const alphabet = ALPHABETS[locale] ?? ALPHABETS[language]
      const keys = typedIn(locale)
      expect([...(alphabet ?? '')].filter((letter) => !keys.has(letter))).toEqual([])
      if (alphabet === undefined) expect(['ja', 'ko']).toContain(language)
      const second = languagesOf(locale).map((name) => LETTERS[name].flat().join(''))
      expect(second.some((letters) => ['a', 'e', 'z'].every((letter) => letters.includes(letter)))).toBe(true)
      if (alphabet === '' || /\p{Script=Latin}/u.test(alphabet ?? ''))
        expect([...LATIN].filter((letter) => !keys.has(letter))).toEqual([])
    },
  )

  it.each([
    ['de-AT', ['de', 'ar']],
    ['de-CH', ['de-ch', 'ar']],
    ['fr-CA', ['fr-ca', 'ar']],
    ['fr-BE-u-hc-h23', ['fr', 'ar']],
    ['ar-EG', ['ar', 'en']],
    ['he-IL', ['he', 'en']],
    ['ru-RU', ['ru', 'en']],
    ['sr-RS', ['sr', 'sr-latn']],
    ['ja-JP', ['ja', 'en']],
    ['zh-CN', ['zh-cn', 'en']],
    ['zh-TW', ['en', 'ar']],
  ])('speaks the language of %s', (locale, languages) => expect(languagesOf(locale)).toEqual(languages))

  it('calls languages by their codes, and shows marks on a circle', () => {
    expect([labelOf('fr-ca'), labelOf('sr-latn'), labelOf('ar')]).toEqual(['FR', 'LAT', 'AR'])
    expect([seen('a'), seen('\u0301'), seen('\u200c')]).toEqual(['a', '◌\u0301', '‹›'])
  })
})

describe('typed keys', () => {
  it.each([
    ['ㅎㅏㄴㄱㅡㄹ', '한글'],
    ['ㄱㅏㅂㅅㅇㅣ', '값이'],
    ['ㄱㅏㅂㅅㅣ', '갑시'],
    ['ㄷㅏㄹㄱㅗㅏ', '달과'],
    ['ㅇㅗㅐ ㅂㅏㄲㄲㅏ', '왜 밖까'],
    ['ㅋㅋㅋㅏ', 'ㅋㅋ카'],
    ['ㅏㅏ', 'ㅏㅏ'],
    ['ㅗㅏ', 'ㅘ'],
  ])('join to the syllables of %s', (keys, text) => expect(typed(keys)).toBe(text))

  it.each([
    ['か゛', 'が'],
    ['か゛゛', 'か'],
    ['は゜', 'ぱ'],
    ['は゜゛', 'ば'],
    ['あ゜', 'あ'],
    ['き小やつ小', 'きやっ'],
    ['カ゛ヤ小', 'ガャ'],
    ['゛', ''],
    ['小', ''],
  ])('change Japanese letters: %s', (keys, text) => expect(typed(keys)).toBe(text))

  it('join marks to the letter before', () => {
    expect(typed('viê\u0323t')).toBe('vi\u1ec7t')
    expect(typed('ก\u0e31น')).toBe('กัน')
    expect(typed('कि')).toBe('कि')
  })
})
