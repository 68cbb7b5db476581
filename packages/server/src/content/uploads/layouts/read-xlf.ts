// The form of older exports, and of the file that players get: `layout.xml`, also called XLF.
import { SaxesParser } from 'saxes'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { FOREIGN, type ForeignLayout, type ForeignRegion, type ForeignWidget } from './foreign-layout.ts'
import { idOf, momentOf, numberOf, textOf } from './loose.ts'

type Attributes = Readonly<Record<string, string>>
const DEPTH_MAX = 20

/** Throws a Refusal; document types, and so the entities that they declare, are refused. */
export function readXlf(text: string, name: string): Omit<ForeignLayout, 'files' | 'sheets'> {
  const reader = new XlfReader(name)
  const parser = new SaxesParser({ position: false })
  parser.on('doctype', () => {
    throw new Refusal('has a layout.xml with a document type, which no layout needs')
  })
  parser.on('opentag', ({ name: tag, attributes }) => reader.open(tag, attributes as Attributes))
  parser.on('text', (content) => reader.text(content))
  parser.on('cdata', (content) => reader.text(content))
  parser.on('closetag', ({ name: tag }) => reader.close(tag))
  try {
    parser.write(text).close()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(BROKEN)
  }
  return reader.layout()
}

class XlfReader {
  readonly #layout: Omit<ForeignLayout, 'files' | 'sheets'>
  #seen = false
  readonly #path: string[] = []
  #region: ForeignRegion | undefined
  #widget: ForeignWidget | undefined
  #widgets = 0
  #text = ''

  constructor(name: string) {
    this.#layout = { name, width: 0, height: 0, background: '', regions: [], hasActions: false }
  }

  layout(): Omit<ForeignLayout, 'files' | 'sheets'> {
    if (!this.#seen) throw new Refusal('has a layout.xml without a layout')
    return this.#layout
  }

  open(tag: string, attributes: Attributes): void {
    this.#path.push(tag)
    if (this.#path.length > DEPTH_MAX) throw new Refusal('has a layout.xml that is nested too deeply')
    this.#text = ''
    const [, second, third, fourth] = this.#path
    if (this.#path.length === 1 && tag === 'layout') this.#openLayout(attributes)
    else if (this.#path.length === 2 && (tag === 'region' || tag === 'drawer'))
      this.#openRegion(attributes, tag === 'drawer')
    else if (this.#path.length === 3 && tag === 'media') this.#openWidget(attributes)
    else if (second === 'action' || third === 'action' || fourth === 'action') this.#layout.hasActions = true
    else if (tag === 'uri' && fourth === 'audio') this.#sound(attributes)
  }

  text(content: string): void {
    if (this.#text.length < FOREIGN.text) this.#text += content.slice(0, FOREIGN.text)
  }

  close(tag: string): void {
    const [, , third, fourth] = this.#path
    const isOption = this.#path.length === 5 && (fourth === 'options' || fourth === 'raw')
    if (isOption && this.#widget && Object.keys(this.#widget.options).length < FOREIGN.options)
      this.#widget.options[tag] = textOf(this.#text.trim())
    const isOfRegion = this.#path.length === 4 && third === 'options'
    if (isOfRegion && this.#region && tag === 'transitionType' && this.#text.trim() !== '')
      this.#region.hasTransition = true
    if (this.#path.length === 3 && tag === 'media') this.#closeWidget()
    if (this.#path.length === 2) this.#region = undefined
    this.#text = ''
    this.#path.pop()
  }

  #openLayout({ width, height, bgcolor }: Attributes): void {
    this.#seen = true
    this.#layout.width = numberOf(width)
    this.#layout.height = numberOf(height)
    this.#layout.background = textOf(bgcolor, 40)
  }

  #openRegion({ id, name, left, top, width, height, zindex }: Attributes, isDrawer: boolean): void {
    if (this.#layout.regions.length >= FOREIGN.regions)
      throw new Refusal(`has more than ${FOREIGN.regions} regions`)
    this.#region = {
      name: textOf(name || id, FOREIGN.name),
      x: numberOf(left),
      y: numberOf(top),
      width: numberOf(width),
      height: numberOf(height),
      z: numberOf(zindex),
      ...{ isDrawer, hasActions: false, hasTransition: false, widgets: [] },
    }
    this.#layout.regions.push(this.#region)
  }

  #openWidget({ type, duration, useDuration, fileId, fromDt, toDt }: Attributes): void {
    if (++this.#widgets > FOREIGN.widgets) throw new Refusal(`has more than ${FOREIGN.widgets} widgets`)
    const file = idOf(fileId)
    this.#widget = {
      kind: textOf(type, 40),
      seconds: Math.max(0, numberOf(duration)),
      // Exports before 1.8 have a duration only, with 0 for the length of the file.
      isOwnLength: useDuration === undefined ? numberOf(duration) === 0 : numberOf(useDuration) === 0,
      from: momentOf(fromDt),
      until: momentOf(toDt),
      files: file === undefined ? [] : [file],
      ...{ sounds: [], options: Object.create(null), elements: [], hasActions: false },
    }
  }

  #sound({ mediaId }: Attributes): void {
    const id = idOf(mediaId)
    if (id !== undefined && this.#widget && this.#widget.sounds.length < FOREIGN.files)
      this.#widget.sounds.push(id)
  }

  #closeWidget(): void {
    const widget = this.#widget
    this.#widget = undefined
    if (!widget || !this.#region) return
    // Named by its id and ending: 12.png.
    const named = idOf(/^(\d{1,12})\./.exec(widget.options.uri ?? '')?.[1])
    if (widget.files.length === 0 && named !== undefined) widget.files.push(named)
    // A ticker of version 1.7 may show a data set.
    if (widget.kind === 'ticker' && widget.options.sourceId === '2') widget.kind = 'datasetticker'
    this.#region.widgets.push(widget)
  }
}
