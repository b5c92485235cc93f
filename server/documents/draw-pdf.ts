import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

export type PdfDocument = TDocumentDefinitions

/** Its code is large, and most processes never draw a document: loaded with the first. */
let loaded: Promise<typeof import('pdfmake')> | undefined

async function load(): Promise<typeof import('pdfmake')> {
  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
  const file = (name: string) => join(fonts, `Roboto-${name}.ttf`)
  const family = {
    normal: file('Regular'),
    bold: file('Medium'),
    italics: file('Italic'),
    bolditalics: file('MediumItalic'),
  }
  const { default: pdfmake } = (await import('pdfmake')) as unknown as { default: typeof import('pdfmake') }
  pdfmake.setFonts({ Roboto: family })
  // A document is made of what it is given: it fetches nothing, and of this machine it reads its fonts alone.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(family).includes(path))
  return pdfmake
}

/**
 * Draws a document on A4 unless it says another size. Its fonts have Latin, Greek and Cyrillic letters. It keeps its thread busy
 * for a second and longer: the server calls `renderPdf`, which does it in another one.
 */
export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  loaded ??= load()
  const pdfmake = await loaded
  const drawn = pdfmake.createPdf({ pageSize: 'A4', defaultStyle: { font: 'Roboto', fontSize: 9.5 }, ...document })
  return Buffer.from(await drawn.getBuffer())
}
