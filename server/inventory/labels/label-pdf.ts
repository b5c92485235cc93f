import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { type LabelLayout, labelLayouts, labelsPerPage } from '#shared/inventory/labels/label-layouts.ts'
import type { LabelsInput } from '#shared/inventory/labels/api.ts'
import { codeText, type LabelContent } from './label-content.ts'
import { emsOf, fitLabel } from '#server/documents/text-rows.ts'
import { drawSymbol } from './label-symbol.ts'

const pt = (mm: number) => (mm / 25.4) * 72

/** For `renderPdf`. */
export const labelLayout = { module: 'server/inventory/labels/label-pdf.ts', name: 'labelDocument' }

/** The labels on their sheets or roll, in the requested number of copies. */
export async function labelDocument(
  contents: readonly LabelContent[],
  { labels, layout: name, symbol, start }: LabelsInput,
): Promise<TDocumentDefinitions> {
  const layout: LabelLayout = labelLayouts[name]
  const { page } = layout
  const images: Record<string, string> = {}
  for (const [at, content] of contents.entries())
    images[`symbol${at}`] = `data:image/png;base64,${(await drawSymbol(content, symbol)).toString('base64')}`
  const perPage = labelsPerPage(layout)
  const content: Content[] = []
  let place = start - 1
  for (const [at, { copies }] of labels.entries()) {
    const one = contents[at]
    if (!one) continue
    for (let copy = 0; copy < copies; copy += 1, place += 1) {
      const onPage = place % perPage
      if (onPage === 0 && content.length > 0) content.push({ text: '', pageBreak: 'after', fontSize: 1 })
      const x = page.left + (onPage % page.columns) * (layout.width + page.gapX)
      const y = page.top + Math.floor(onPage / page.columns) * layout.height
      content.push(...labelAt(one, `symbol${at}`, layout, x, y))
    }
  }
  return {
    info: { title: 'Labels' },
    pageSize: { width: pt(page.width), height: pt(page.height) },
    pageMargins: 0,
    images,
    content,
  }
}

/** The symbol on the left, the text beside it, and the symbol's text at the bottom. */
function labelAt(one: LabelContent, image: string, layout: LabelLayout, x: number, y: number): Content[] {
  const side = Math.min(layout.height - foot - 4, layout.width * 0.42)
  const inner = pt(layout.width - 2 * edge)
  return [
    { image, width: pt(side), height: pt(side), absolutePosition: { x: pt(x + edge), y: pt(y + edge) } },
    {
      columns: [wordsOf(one, layout, pt(layout.width - side - 3 * edge))],
      absolutePosition: { x: pt(x + side + 2 * edge), y: pt(y + edge) },
    },
    {
      columns: [
        { width: inner, text: codeText(one), fontSize: Math.min(5, inner / emsOf(codeText(one))), noWrap: true },
      ],
      absolutePosition: { x: pt(x + edge), y: pt(y + layout.height - foot) },
    },
  ]
}

/** In millimetres. */
const edge = 2
const foot = 5

function wordsOf(texts: LabelContent, layout: LabelLayout, width: number) {
  const [titleSize, lineSize] = layout.height < 32 ? [7, 6.5] : layout.height < 45 ? [8.5, 8] : [12, 10]
  const height = pt(layout.height - edge - foot)
  const maxRows = layout.height < 45 ? 3 : 4
  const { title, scale } = fitLabel(texts, { width, height, titleSize, lineSize, gap: 1, maxRows })
  return {
    width,
    stack: [
      { text: title, bold: true, fontSize: titleSize * scale },
      ...texts.lines.map((text): Content => ({ text, fontSize: lineSize * scale, margin: [0, 1, 0, 0] })),
    ],
  }
}
