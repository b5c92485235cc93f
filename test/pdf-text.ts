import { inflateSync } from 'node:zlib'

/** The x position at which the rightmost piece of text begins, in points. An A4 page is 595.28 wide. */
export function furthestText(file: Uint8Array): number {
  const raw = Buffer.from(file).toString('latin1')
  const contents = [...raw.matchAll(/ 0 obj\r?\n[\s\S]*?\/Length (\d+)[\s\S]*?stream\r?\n/g)].flatMap((match) => {
    const start = match.index + match[0].length
    const stream = Buffer.from(raw.slice(start, start + Number(match[1])), 'latin1')
    return match[0].includes('/FlateDecode') ? [inflateSync(stream).toString('latin1')] : []
  })
  const places = contents.flatMap((content) => [...content.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g)])
  return Math.max(...places.map(([, x]) => Number(x)))
}

/** The text of a PDF in drawing order. */
export const pdfText = (file: Uint8Array): string =>
  // Each word is drawn separately, with its space at the end.
  pdfPages(file)
    .flat()
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(' \n', ' ')

interface PlacedText {
  text: string
  /** In points, from the left and the bottom of the page. */
  x: number
  y: number
}

/**
 * The texts of each page with their positions: inflates the streams and maps glyphs to text by each font's ToUnicode
 * table.
 */
export function pdfPages(file: Uint8Array): PlacedText[][] {
  const raw = Buffer.from(file).toString('latin1')
  const objects = new Map<string, string>()
  for (const match of raw.matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g))
    objects.set(match[1] ?? '', match[2] ?? '')
  const streamOf = (body: string): string => {
    const length = Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0)
    const start = /stream\r?\n/.exec(body)
    if (!start) return ''
    const bytes = Buffer.from(
      body.slice(start.index + start[0].length, start.index + start[0].length + length),
      'latin1',
    )
    return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, list] of body.matchAll(/\/Font <<([\s\S]*?)>>/g)) {
      for (const [, name, id] of (list ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id ?? '') ?? '')?.[1]
        fonts.set(name ?? '', glyphsOf(streamOf(objects.get(unicode ?? '') ?? '')))
      }
    }
  }
  const pages: PlacedText[][] = []
  for (const body of objects.values()) {
    const content = streamOf(body)
    if (!content.includes(' Tf')) continue
    const texts: PlacedText[] = []
    let glyphs = new Map<string, string>()
    let [x, y] = [0, 0]
    const parts = /\/(F\d+) [\d.]+ Tf|1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm|\[([^\]]*)\] TJ/g
    for (const [, font, left, top, shown] of content.matchAll(parts)) {
      if (font) glyphs = fonts.get(font) ?? new Map()
      else if (left && top) [x, y] = [Number(left), Number(top)]
      else texts.push({ text: readShown(shown ?? '', glyphs), x, y })
    }
    pages.push(texts)
  }
  return pages
}

function readShown(shown: string, glyphs: ReadonlyMap<string, string>): string {
  const codes = [...shown.matchAll(/<([0-9a-fA-F]+)>/g)].map((match) => match[1] ?? '').join('')
  return (codes.match(/.{4}/g) ?? []).map((code) => glyphs.get(code.toLowerCase()) ?? '').join('')
}

/** Glyph → text, from the entries of a ToUnicode table. */
function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, start, , list] of table.matchAll(/<([0-9a-fA-F]+)> <([0-9a-fA-F]+)> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(start ?? '0', 16)
    for (const [at, match] of [...(list ?? '').matchAll(/<([0-9a-fA-F ]*)>/g)].entries()) {
      const units = (match[1] ?? '').replaceAll(' ', '').match(/.{4}/g) ?? []
      const text = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
      glyphs.set((first + at).toString(16).padStart(4, '0'), text)
    }
  }
  return glyphs
}
