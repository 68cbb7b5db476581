/** Letters that Unicode doesn't decompose. */
const PLAIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
}

/** Normalizes a place name for search: plain letters and digits, words separated by single spaces. */
export const cityKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’ʻʼ`]/gu, '')
    .toLowerCase()
    .replace(/[øłđðßæœþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
