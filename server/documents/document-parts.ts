import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type {
  DocumentBlock,
  DocumentContent,
  DocumentSignature,
  DocumentTotal,
  Letterhead,
} from './document-content.ts'
import { formatFigure } from './formats.ts'

export const grey = '#5c656a'

export const rules = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => '#d5dadc',
  paddingTop: () => 5,
  paddingBottom: () => 5,
}

/** On each side of portrait A4. */
export const pageMargin = 40
export const textWidth = 595.28 - 2 * pageMargin
/** The padding of a table cell, left and right together. */
const cellPadding = 8

/**
 * Converts star widths to points. pdfmake would widen a star column for its longest word and push others off the page; with
 * fixed widths, it breaks such a word.
 */
export function widthsInPoints(widths: readonly (number | '*')[], room: number): number[] {
  const stars = widths.filter((width) => width === '*').length
  const taken = widths.reduce<number>((sum, width) => sum + (width === '*' ? 0 : width), cellPadding * widths.length)
  return widths.map((width) => (width === '*' ? (room - taken) / stars : width))
}

/** Blocks side by side, of equal width. */
export const blocksInRow = (blocks: readonly DocumentBlock[]): Content => {
  const width = (textWidth - blockGap * (blocks.length - 1)) / blocks.length
  return { columns: blocks.map((one) => ({ ...block(one), width })), columnGap: blockGap }
}
const blockGap = 20

const signatureWidth = 200

/** In a box, so that a name without a picture is still where a signature is expected. */
export function signature({ label, picture, strokes, box }: DocumentSignature): Content {
  const scale = signatureWidth / box.width
  const drawn: Content[] = picture
    ? [{ image: picture, fit: [signatureWidth, box.height * scale] }]
    : (strokes ?? []).length > 0
      ? [
          {
            canvas: (strokes ?? []).map((points) => ({
              type: 'polyline' as const,
              lineWidth: 1.2,
              points: points.map(([x = 0, y = 0]) => ({ x: x * scale, y: y * scale })),
            })),
          },
        ]
      : []
  return {
    stack: [{ text: label, color: grey, fontSize: 8, margin: [0, 0, 0, 4] }, ...drawn],
    margin: [0, 20, 0, 0],
    unbreakable: true,
  }
}

export function companyBlock(company: Letterhead): Content[] {
  const { logo, taxNumber } = company
  const lines = [
    company.address ?? company.headquarters,
    company.contactEmail,
    company.phone,
    company.website,
    taxNumber && `Tax number ${taxNumber}`,
  ]
  return [
    ...(logo ? [{ image: logo, fit: [180, 52], margin: [0, 0, 0, 6] } satisfies Content] : []),
    { text: company.name, bold: true, fontSize: 12 },
    ...lines.filter(Boolean).map((text) => ({ text: String(text), color: grey })),
  ]
}

export const block = ([name, texts]: DocumentBlock) => ({
  stack: [
    { text: name, color: grey, fontSize: 8, margin: [0, 0, 0, 2] },
    ...texts.filter(Boolean).map(String),
  ] satisfies Content[],
})

const sumWidth = 250
export const sumTable = (sums: readonly DocumentTotal[]): Content => ({
  columns: [
    { text: '', width: '*' },
    {
      width: sumWidth,
      table: {
        widths: widthsInPoints(['*', 104], sumWidth),
        body: sums.map(({ label, amount, isBold = false }) => [
          { text: label, bold: isBold },
          { text: formatFigure(amount, 2), alignment: 'right', bold: isBold },
        ]),
      },
      layout: { ...rules, hLineWidth: (at: number) => (at === sums.length - 1 ? 0.5 : 0) },
    },
  ],
  margin: [0, 10, 0, 0],
  unbreakable: true,
})

export const figureRow = ({ heading, totals }: NonNullable<DocumentContent['figures']>): Content => ({
  stack: [
    { text: heading, bold: true, margin: [0, 0, 0, 4] },
    {
      table: {
        widths: totals.map(() => '*'),
        body: [
          totals.map(({ label }): TableCell => ({ text: label, alignment: 'right', color: grey, fontSize: 8 })),
          totals.map(
            ({ amount, isBold = false }): TableCell => ({
              text: formatFigure(amount, 2),
              alignment: 'right',
              bold: isBold,
            }),
          ),
        ],
      },
      layout: { ...rules, hLineWidth: (at: number) => (at === 1 ? 0.5 : 0) },
    },
  ],
  margin: [0, 20, 0, 0],
  unbreakable: true,
})
