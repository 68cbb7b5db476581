// A QR code with words beside it. The generator is the library qrcode-generator (MIT), beside this file.
import { begin, element, head, notice, wordsOf } from './base.js'
import qrcode from './qrcode.mjs'

const words = wordsOf({
  en: { none: 'No address or text for the code', long: 'This text is too long for a QR code' },
  ar: { none: 'لا يوجد عنوان أو نص للرمز', long: 'هذا النص أطول من أن يوضع في رمز' },
  de: { none: 'Keine Adresse und kein Text für den Code', long: 'Dieser Text ist zu lang für einen QR-Code' },
  es: {
    none: 'Falta la dirección o el texto del código',
    long: 'Este texto es demasiado largo para un código QR',
  },
  fr: { none: 'Aucune adresse ni texte pour le code', long: 'Ce texte est trop long pour un code QR' },
})
/** The quiet zone around the code, in modules, which scanners need. */
const RIM = 3

const { model, app } = await begin()
const text = model.text.trim()
if (text === '') app.replaceChildren(notice(words.none))
else {
  try {
    app.replaceChildren(
      element('div', { className: 'code' }, drawingOf(text)),
      element(
        'div',
        { className: 'text' },
        head(model),
        model.caption ? element('p', { className: 'caption', dir: 'auto' }, model.caption) : '',
        model.showText
          ? element('p', { className: 'address soft', dir: 'ltr' }, text.replace(/^https?:\/\//, ''))
          : '',
      ),
    )
  } catch {
    app.replaceChildren(notice(words.long))
  }
}

function drawingOf(content) {
  qrcode.stringToBytes = (given) => [...new TextEncoder().encode(given)]
  const code = qrcode(0, 'M')
  code.addData(content)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + RIM} ${row + RIM}h1v1h-1z`
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${count + 2 * RIM} ${count + 2 * RIM}`)
  svg.setAttribute('shape-rendering', 'crispEdges')
  const dark = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  dark.setAttribute('d', path)
  svg.append(dark)
  return svg
}
