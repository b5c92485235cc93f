import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { DocumentContent, DocumentBlock, DocumentCell, DocumentColumn, Letterhead } from './document-content.ts'
import {
  block,
  blocksInRow,
  companyBlock,
  figureRow,
  grey,
  pageMargin,
  rules,
  signature,
  sumTable,
  textWidth,
  widthsInPoints,
} from './document-parts.ts'
import type { Work } from '#server/kernel/work.ts'
import { renderPdf } from './render-pdf.ts'
import { shortenedToRows } from './text-rows.ts'

/** Renders a trade document: all documents for customers and suppliers look the same. */
export const renderDocument = (content: DocumentContent, company: Letterhead): Promise<Buffer> =>
  renderPdf({ module: 'server/documents/draw-document.ts', name: 'layOut' }, [content, company])

/** As a file with its name. */
export const drawFile = async ({ name, paper, letterhead }: DocumentToDraw) => ({
  name,
  content: await renderDocument(paper, letterhead),
})

/** Attaches a document to a mail; it is rendered while nothing is locked. */
export const attachDocument = (work: Work, { name, paper, letterhead }: DocumentToDraw) =>
  work
    .makeUnlocked([paper, letterhead], () => renderDocument(paper, letterhead))
    .then((content) => ({ name, type: 'application/pdf', content }))

/** The input of a file. */
export interface DocumentToDraw {
  /** The file name. */
  name: string
  paper: DocumentContent
  letterhead: Letterhead
}

/** Several documents in one file, each on its own page. */
export const renderDocuments = (documents: readonly DocumentContent[], company: Letterhead): Promise<Buffer> =>
  renderPdf({ module: 'server/documents/draw-document.ts', name: 'layOutAll' }, [documents, company])

/** The layout of the document, for the worker thread. */
export const layOut = (content: DocumentContent, company: Letterhead): TDocumentDefinitions =>
  layOutAll([content], company)

export function layOutAll(documents: readonly DocumentContent[], company: Letterhead): TDocumentDefinitions {
  const [first] = documents
  return {
    info: {
      title: documents.length === 1 && first ? first.name : `${documents.length} documents`,
      author: company.name,
    },
    pageMargins: [pageMargin, 40, pageMargin, 50],
    content: documents.map((content) => {
      // Each document has its own page numbers. All headers are rendered before the first footer.
      const pages: number[] = []
      return {
        section: contentOf(content, company),
        header: (page: number) => {
          pages.push(page)
          return null
        },
        footer: (page: number) => ({
          columns: [
            {
              // The maximum number of rows of a footer.
              text: shortenedToRows(`${company.name} · ${content.foot}`, 3, (textWidth - 60) / footSize),
              color: grey,
              width: textWidth - 60,
            },
            { text: `${pages.indexOf(page) + 1} / ${pages.length}`, alignment: 'right', color: grey, width: 60 },
          ],
          margin: [pageMargin, 16, pageMargin, 0],
          fontSize: footSize,
        }),
      }
    }),
  }
}

const footSize = 8

const contentOf = (content: DocumentContent, company: Letterhead): Content[] => [
  {
    columns: [
      { stack: companyBlock(company) },
      {
        stack: [
          { text: content.heading, fontSize: 18, bold: true },
          { text: content.number, color: grey },
        ],
        alignment: 'right',
      },
    ],
  },
  { stack: [blocksInRow(filled(content.blocks))], margin: [0, 24, 0, 20] },
  ...lineTables(content),
  ...(content.sums.length > 0 && !closesWithSums(content) ? [sumTable(content.sums)] : []),
  ...(content.figures ? [figureRow(content.figures)] : []),
  ...(content.below && content.below.length > 0
    ? [{ stack: [blocksInRow(content.below)], margin: [0, 20, 0, 0], unbreakable: true } satisfies Content]
    : []),
  ...(content.notes ? [{ stack: [block(['Notes', [content.notes]])], margin: [0, 20, 0, 0] } satisfies Content] : []),
  ...(content.signature ? [signature(content.signature)] : []),
  ...(content.closing
    ? [{ text: content.closing, color: grey, fontSize: 8, margin: [0, 20, 0, 0] } satisfies Content]
    : []),
]

/** Blocks without text are left out. */
const filled = (blocks: readonly DocumentBlock[]) => blocks.filter(([, texts]) => texts.some(Boolean))

/** True if the last line and the sums stay together, so that no page begins with only a total. */
const closesWithSums = ({ lines, groups, sums }: DocumentContent) => sums.length > 0 && lines.length > 0 && !groups

/** One table, or one for each group: the name of a group is repeated on every page. */
function lineTables(content: DocumentContent): Content[] {
  const { columns, lines, groups, isNumbered, sums } = content
  let place = 0
  const head = ({ name, isFigure }: Pick<DocumentColumn, 'name' | 'isFigure'>): TableCell => ({
    text: name,
    color: grey,
    alignment: isFigure ? 'right' : 'left',
  })
  // pdfmake modifies the cells of a table: each table gets its own.
  const heads = () => [...(isNumbered ? [head({ name: '#' })] : []), ...columns.map(head)]
  const row = (contents: readonly DocumentCell[]): TableCell[] => {
    place += 1
    return [
      ...(isNumbered ? [{ text: String(place), color: grey }] : []),
      ...columns.map((column, at) => cell(column, contents[at] ?? '')),
    ]
  }
  const widths = widthsInPoints([...(isNumbered ? [18] : []), ...columns.map(({ width }) => width)], textWidth)
  if (groups) {
    const groupHeads = (heading: string) => heads().with(isNumbered ? 1 : 0, { text: heading, bold: true })
    return groups.map((group) => ({
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths,
        body: [groupHeads(group.heading), ...group.lines.map(row)],
      },
      layout: rules,
      margin: [0, 0, 0, 12],
    }))
  }
  const body = [heads(), ...lines.map(row)]
  const last = closesWithSums(content) ? body.pop() : undefined
  if (!last) return [{ table: { headerRows: 1, dontBreakRows: true, widths, body }, layout: rules }]
  body.push([
    { stack: [lastLine(last, widths), { stack: [sumTable(sums)], margin: [-4, 0] }], colSpan: widths.length },
    ...last.slice(1).map(() => ''),
  ])
  const isLast = (at: number) => at === body.length - 1
  return [
    {
      table: { headerRows: 1, dontBreakRows: true, widths, body },
      layout: {
        ...rules,
        hLineWidth: (at) => (at === body.length ? 0 : 0.5),
        paddingTop: (at) => (isLast(at) ? 0 : 5),
        paddingBottom: (at) => (isLast(at) ? 0 : 5),
      },
    },
  ]
}

/** Within a table cell, with the width of a row: negative margins compensate for the cell's padding. */
const lastLine = (row: TableCell[], widths: number[]): Content => ({
  table: { widths, body: [row] },
  layout: { ...rules, hLineWidth: (at) => (at === 0 ? 0 : 0.5) },
  margin: [-4, 0, -4, 0],
})

function cell({ isFigure, isSmall }: DocumentColumn, content: DocumentCell): TableCell {
  if (typeof content === 'object' && 'image' in content) return content
  const { text, note } = typeof content === 'string' ? { text: content, note: null } : content
  return {
    stack: [text, ...(note ? [{ text: note, color: grey, fontSize: 8 }] : [])],
    ...(isFigure && { alignment: 'right' }),
    ...(isSmall && { fontSize: 8 }),
  }
}
