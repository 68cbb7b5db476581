import { SaxesParser } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'

export interface PartReader {
  /** `attributes`: by local name. */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Some programs prefix the elements of workbooks: `x:row`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Streams an XML part of a workbook. Throws for anything that isn't well-formed, and for document types. */
export async function readPart(zip: ZipFile, entry: Entry, { open, text, close }: PartReader): Promise<void> {
  const parser = new SaxesParser({ position: false })
  parser.on('doctype', () => {
    throw new Error('A document type in a workbook')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local: Record<string, string> = Object.create(null)
    for (const key in attributes) local[localName(key)] = String(attributes[key])
    open(localName(name), local)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', ({ name }) => close(localName(name)))
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    const bytes = piece as Buffer
    decoder ??= new TextDecoder(encodingOf(bytes))
    parser.write(decoder.decode(bytes, { stream: true }))
  }
  parser.close()
}

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** A switch of the file format, such as `hidden`. */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'
