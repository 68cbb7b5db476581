import { linesOf } from '#fields/controls/paste-cells.ts'
import { linkIn } from '#lib/recognize-file.ts'
import type { Transfer } from './transfer.ts'

/** What a paste or a drop becomes on a page. */
export type PastedPart =
  | { kind: 'files'; files: readonly File[] }
  | { kind: 'rows'; lines: readonly (readonly string[])[] }
  | { kind: 'link'; address: string }
  | { kind: 'text'; text: string }

const ROWS_MOST = 60
const COLUMNS_MOST = 20
const FILES_MOST = 30
const TEXT_MOST = 5000
const ADDRESSES_MOST = 10

/**
 * Programs offer the same in several forms. Cells come first, which spreadsheets offer as a picture too; then drawings as
 * text, as design programs copy SVG; then files, which slides are pasted as; then addresses, and text.
 */
export function partsOf({ files, html, text, address }: Transfer): PastedPart[] {
  const lines = cellsOf(html, text)
  if (lines) return [{ kind: 'rows', lines }]
  const svg = svgOf(text)
  if (svg) return [{ kind: 'files', files: [svg] }]
  if (files.length > 0) return [{ kind: 'files', files: files.slice(0, FILES_MOST) }]
  const links = addressesOf(address || text)
  if (links.length > 0) return links.map((one) => ({ kind: 'link', address: one }))
  const plain = text.trim().slice(0, TEXT_MOST)
  return plain === '' ? [] : [{ kind: 'text', text: plain }]
}

/** The first table of the HTML, or tab-separated lines; undefined without two cells in a row. */
function cellsOf(html: string, text: string): string[][] | undefined {
  const lines = tableIn(html) ?? (text.includes('\t') && !/^\s*</.test(text) ? linesOf(text) : undefined)
  const cut = lines
    ?.slice(0, ROWS_MOST)
    .map((line) => line.slice(0, COLUMNS_MOST).map((cell) => cell.trim()))
    .filter((line) => line.some((cell) => cell !== ''))
  return cut?.some((line) => line.length > 1) ? cut : undefined
}

/** A parsed document runs no scripts, and loads nothing. */
function tableIn(html: string): string[][] | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  const rows = [...(table?.rows ?? [])].slice(0, ROWS_MOST)
  return rows.map((row) =>
    [...row.cells].slice(0, COLUMNS_MOST).map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ')),
  )
}

/** The server checks and cleans it like every uploaded drawing. */
function svgOf(text: string): File | undefined {
  const plain = text.trim()
  if (!/^<(?:svg[\s>]|\?xml|!--)/i.test(plain) || !plain.endsWith('</svg>')) return undefined
  return new File([plain], 'drawing.svg', { type: 'image/svg+xml' })
}

/** The addresses of a text that has nothing else. */
function addressesOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const links = lines.slice(0, ADDRESSES_MOST).map((line) => linkIn(line))
  return links.every((link) => link !== undefined) ? [...new Set(links)] : []
}
