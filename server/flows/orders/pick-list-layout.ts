import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { DocumentContent } from '#server/documents/document-content.ts'
import type { Letterhead } from '#server/documents/document-content.ts'
import { layOutAll } from '#server/documents/draw-document.ts'
import type { LabelContent } from '#server/inventory/labels/label-content.ts'
import { drawSymbol } from '#server/inventory/labels/label-symbol.ts'

/** For `renderPdf`. */
export const pickListLayout = { module: 'server/flows/orders/pick-list-layout.ts', name: 'pickListDocument' }

/** Pick lists with barcodes: a cell with the picture `code:<key>` gets the symbol of that key. */
export async function pickListDocument(
  documents: readonly DocumentContent[],
  codes: Readonly<Record<string, Pick<LabelContent, 'code'>>>,
  letterhead: Letterhead,
): Promise<TDocumentDefinitions> {
  const images: Record<string, string> = {}
  for (const [key, content] of Object.entries(codes))
    images[key] = `data:image/png;base64,${(await drawSymbol(content, 'datamatrix')).toString('base64')}`
  return { ...layOutAll(documents, letterhead), images }
}
