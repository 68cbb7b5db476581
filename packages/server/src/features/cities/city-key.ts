/** Letters that Unicode does not take apart. */
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

/** What places are searched by: plain letters and digits, words parted by single blanks. */
export const cityKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’ʻʼ`]/gu, '')
    .toLowerCase()
    .replace(/[øłđðßæœþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
