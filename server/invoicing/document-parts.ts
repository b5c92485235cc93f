import type { Content, DynamicContent, TableCell } from 'pdfmake/interfaces.js'
import { writeFigure } from '#shared/figures.ts'
import type { Settings } from '#shared/settings/api.ts'

/* What the documents of money have in common on paper. */

export const grey = '#5c656a'
const line = '#d5dadc'

export const right = (text: string): TableCell => ({ text, alignment: 'right' })
export const head = (text: string, isFigure = false): TableCell => ({
  text,
  color: grey,
  alignment: isFigure ? 'right' : 'left',
})

export const rows = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingTop: () => 5,
  paddingBottom: () => 5,
}

export const footer =
  (text: string): DynamicContent =>
  (page, pages) => ({
    columns: [
      { text, color: grey },
      { text: `${page} / ${pages}`, alignment: 'right', color: grey },
    ],
    margin: [40, 16, 40, 0],
    fontSize: 8,
  })

/** A name in small letters and what stands below it. */
export const block = (label: string, lines: readonly (string | null | undefined)[]): Content => ({
  stack: [
    { text: label, color: grey, fontSize: 8, margin: [0, 0, 0, 2] },
    ...lines.filter((text) => Boolean(text)).map((text) => String(text)),
  ],
})

export function companyBlock(company: Settings['company']): Content[] {
  const lines = [company.address ?? company.headquarters, company.contactEmail, company.phone, company.website]
  return [
    { text: company.name, bold: true, fontSize: 12 },
    ...lines.filter((text) => text !== null).map((text) => ({ text: String(text), color: grey })),
  ]
}

/** Amounts below each other at the right: label, amount, whether it is bold. */
export const sumTable = (sums: readonly [string, string, boolean][]): Content => ({
  columns: [
    { text: '', width: '*' },
    {
      width: 250,
      table: {
        widths: ['*', 'auto'],
        body: sums.map(([label, amount, bold]) => [
          { text: label, bold },
          { text: writeFigure(amount, 2), alignment: 'right', bold },
        ]),
      },
      layout: { ...rows, hLineWidth: (at: number) => (at === sums.length - 1 ? 0.5 : 0) },
    },
  ],
  margin: [0, 10, 0, 0],
  unbreakable: true,
})
