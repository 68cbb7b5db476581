/** The document of a page as it is stored: settings of widgets are inputs beside them, named `<widgetId>-<field>`. */
export interface StoredDocument {
  width: number
  height: number
  widgets: StoredWidget[]
  config: {
    inputs: StoredInput[]
    background?: string | undefined
    /** See `document/backdrop.ts`. */
    backdrop?: Readonly<Record<string, unknown>> | undefined
    shape?: 'screen' | undefined
    /** See `document/page-languages.ts`. */
    languages?: StoredLanguages | undefined
    /** Of a part, see `document/part-use.ts`. */
    values?: StoredPartValue[] | undefined
  }
}

/** What uses of a part can set: one field, or several of the same kind. */
export interface StoredPartValue {
  /** What uses of the part name it by; it stays when a person changes the label. */
  name: string
  label: string
  at: { widget: string; field: string }[]
}

/** A piece of a text, with what differs from the text's style. */
export interface StoredPiece {
  text: string
  isBold?: boolean | undefined
  isItalic?: boolean | undefined
  line?: 'underline' | 'line-through' | undefined
  color?: string | undefined
  /** Percent of the text's size. */
  size?: number | undefined
}
type StoredPin = 'start' | 'center' | 'end' | 'both' | 'scale'
/** The texts of a page in other languages. */
export interface StoredLanguages {
  /** The language of the page's own texts. */
  own: string
  /** Language tags, such as `de` or `pt-BR`, with translations of what the page says in its own language. */
  others: { language: string; texts: { of: string; to: string }[] }[]
  /** Seconds of each language in turn; without it, the screen's language decides. */
  every?: number | undefined
  /** Languages that are read in the other direction mirror the layout. */
  mirror?: true | undefined
}

export interface StoredWidget {
  id: string
  type: string
  name: string
  zIndex: number
  width: number
  height: number
  transform: string
  locked?: boolean | undefined
  hidden?: boolean | undefined
  /** See `document/frame.ts`. */
  frame?: Readonly<Record<string, unknown>> | undefined
  /** See `document/styles.ts`. */
  styles?: Readonly<Record<string, string>> | undefined
  /** The name of its group. */
  group?: string | undefined
  /** See `document/pins.ts`. */
  pins?: { x?: StoredPin | undefined; y?: StoredPin | undefined } | undefined
  /** See `document/pieces.ts`. */
  pieces?: StoredPiece[][] | undefined
  /** See `document/part-use.ts`. */
  use?: { part: string; values?: Readonly<Record<string, unknown>> | undefined } | undefined
}

export interface StoredInput {
  name: string
  kind?: string | undefined
  value: unknown
}

/** Inputs by widget and field. An input belongs to the widget with the longest id that its name begins with. */
export function inputsByWidget(document: Pick<StoredDocument, 'widgets' | 'config'>) {
  const found = new Map<string, Map<string, Omit<StoredInput, 'name'>>>(
    document.widgets.map((widget) => [widget.id, new Map()]),
  )
  for (const { name, ...input } of document.config.inputs) {
    for (let dash = name.lastIndexOf('-'); dash > 0; dash = name.lastIndexOf('-', dash - 1)) {
      const widget = found.get(name.slice(0, dash))
      if (!widget) continue
      widget.set(name.slice(dash + 1), input)
      break
    }
  }
  return found
}
