import { type FontFace, ownFontId } from '@vitrine/contract/fields/own-font'

/** A font's file, as hosts give media. */
export interface FontFile {
  url: string
  face?: FontFace
}

const rules = new Map<string, HTMLStyleElement>()

/** Adds rules for the organization's own fonts among these names, and renews them when a file has changed. */
export function loadOwnFonts(fonts: readonly string[], media: (id: string) => FontFile | undefined): void {
  for (const name of fonts) {
    const id = ownFontId(name)
    const file = id === undefined ? undefined : media(id)
    if (!file?.face) continue
    const rule = ruleOf(name, file, file.face)
    const style = rules.get(name) ?? document.head.appendChild(document.createElement('style'))
    rules.set(name, style)
    if (style.textContent !== rule) style.textContent = rule
  }
}

/** Quoted, so that nothing in it is anything but a name and an address. */
const ruleOf = (name: string, { url }: FontFile, { weights: [lightest, boldest], italic }: FontFace) =>
  `@font-face{font-family:${JSON.stringify(name)};font-style:${italic ? 'italic' : 'normal'};font-weight:${
    lightest === boldest ? lightest : `${lightest} ${boldest}`
  };src:url(${JSON.stringify(url)})}`
