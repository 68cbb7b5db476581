import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import {
  LANDSCAPE,
  letters,
  plate,
  priceList,
  type TemplateOwner,
  type TemplatePage,
  words,
} from './template.ts'
import { templateDocument } from './template-document.ts'

/** In place of texts that no language translates: those of the sheet. */
const OWN = ' '

/** A heading, and the list below it. */
const PAGE: TemplatePage = {
  ...LANDSCAPE,
  background: '$paper',
  parts: [
    plate([0, 0, 1920, 232], '$primary'),
    words('Title', [96, 48, 1240, 136], OWN, '$onPrimary', letters(104, { isBold: true })),
    { type: 'logo', name: 'Logo', at: [1384, 76, 440, 80], color: '$mild', size: 38, alignment: 'right' },
    priceList('List', [96, 280, 1728, 744], [], { size: 52, color: '$ink', priceColor: '$primaryOnPaper' }),
  ],
}

/** A board of a data source in the organization's colors: its rows follow the sheet. `title`: above them. */
export function sheetBoard(
  { source, title }: { source: string; title: string },
  owner: TemplateOwner,
  newId: () => string,
): ReadDocument {
  const document = templateDocument(PAGE, owner, newId)
  const [, heading, , list] = document.widgets
  if (heading) heading.settings = { ...heading.settings, text: title }
  if (list) list.settings = { ...list.settings, source }
  return document
}
