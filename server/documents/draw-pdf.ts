import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

export type PdfDocument = TDocumentDefinitions

/** The code is large, and most processes never render a document: loaded with the first one. */
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
  // No network access, and only the fonts are read from the disk.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(family).includes(path))
  return pdfmake
}

/**
 * Renders a document, on A4 by default. The fonts have Latin, Greek and Cyrillic letters. It blocks its thread for a second or
 * longer: in the server, use `renderPdf`, which runs it in a worker thread.
 */
export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  loaded ??= load()
  const pdfmake = await loaded
  const drawn = pdfmake.createPdf({ pageSize: 'A4', defaultStyle: { font: 'Roboto', fontSize: 9.5 }, ...document })
  return Buffer.from(await drawn.getBuffer())
}
