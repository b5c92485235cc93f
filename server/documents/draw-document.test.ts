import { expect, test } from 'vitest'
import type { DocumentContent } from './document-content.ts'
import { renderDocument, renderDocuments } from './draw-document.ts'
import { furthestText, pdfText } from '#test/pdf-text.ts'

const company = {
  name: 'Harbour Medical',
  headquarters: null,
  address: '7 Quay Road',
  phone: null,
  website: null,
  contactEmail: null,
  taxNumber: null,
  iban: null,
  bic: null,
}

const documentOf = (count: number, more: Partial<DocumentContent> = {}): DocumentContent => ({
  name: 'Order confirmation SO-1',
  heading: 'Order confirmation',
  number: 'SO-1',
  foot: 'SO-1',
  blocks: [
    ['Bill to', ['Ward 3']],
    ['Delivery', [null]],
  ],
  columns: [
    { name: 'Item', width: '*' },
    { name: 'Total', width: 72, isFigure: true },
  ],
  lines: Array.from({ length: count }, (_, at) => [{ text: `Swab${at + 1}`, note: `S-${at + 1}` }, '12.35']),
  isNumbered: true,
  sums: [
    { label: 'Subtotal', amount: '12.00' },
    { label: 'Total', amount: '13.00', isBold: true },
  ],
  ...more,
})
const draw = (count: number, more: Partial<DocumentContent> = {}) => renderDocument(documentOf(count, more), company)

test('the last page never has only the totals: the last line and the table header come with them', async () => {
  const pageCounts = new Set<number>()
  for (let count = 16; count <= 21; count += 1) {
    const pages = pdfText(await draw(count))
      .split('Harbour Medical · SO-1')
      .filter((page) => page.includes('Swab'))
    pageCounts.add(pages.length)
    expect(pages.at(-1)?.match(/12\.00|Item|Swab\d+/g)).toEqual(
      expect.arrayContaining(['Item', `Swab${count}`, '12.00']),
    )
  }
  // These numbers of lines include both one page and two.
  expect([...pageCounts]).toEqual([1, 2])
})

test('a block without text is left out', async () => {
  const text = pdfText(await draw(1))
  expect(text).toContain('Bill to')
  expect(text).not.toContain('Delivery')
})

test('[SO-02] a group’s heading is repeated on each of its pages and never ends a page without lines', async () => {
  const group = (heading: string, count: number) => ({
    heading,
    lines: Array.from({ length: count }, () => [{ text: 'Swab', note: 'S-1' }, '12.35']),
  })
  const breaks = new Set<string>()
  for (let count = 14; count <= 22; count += 1) {
    const groups = [group('Aisle', count), group('Freezer', 30)]
    const pages = pdfText(await draw(0, { heading: 'Pick list', lines: [], groups, sums: [] }))
      .split('Harbour Medical · SO-1')
      .filter((page) => page.includes('Swab'))
    breaks.add(pages.map((page) => page.match(/Aisle|Freezer/g)?.join(' ')).join(', '))
    for (const page of pages) {
      // The header of the amount column is on the same line.
      expect(page).toMatch(/(Aisle|Freezer)\nTotal\n\d+\nSwab/)
      expect(page).not.toMatch(/Freezer\nTotal\s*$/)
    }
  }
  // The first group ends before the end of the page in some documents and after it in others.
  expect(breaks.size).toBeGreaterThan(1)
})

test('a word longer than its column is broken; no text exceeds the page', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverpackungsmaterialbestellungen'
  const long = await draw(3, {
    blocks: [
      ['Bill to', [`${word}promenade 128`]],
      ['Ship to', [word]],
      ['Details', ['Amounts in USD']],
    ],
    lines: [
      [{ text: word, note: word }, '12.35'],
      ['Swab', '12.35'],
    ],
    sums: [
      { label: word, amount: '99999999.00' },
      { label: 'Total', amount: '13.00', isBold: true },
    ],
    below: [
      ['Pay to', [word]],
      ['Terms', ['30 days']],
    ],
  })
  expect(pdfText(long)).toContain('99,999,999.00')
  expect(furthestText(long)).toBeLessThan(595.28 - 40)
})

test('each document in a combined file has its own number and page count', async () => {
  const notes = [documentOf(1, { foot: 'SH-1' }), documentOf(60, { foot: 'SH-2' }), documentOf(2, { foot: 'SH-3' })]
  const feet = pdfText(await renderDocuments(notes, company)).match(/SH-\d|\d+ \/ \d+/g)
  expect(feet).toEqual(['SH-1', '1 / 1', 'SH-2', '1 / 3', 'SH-2', '2 / 3', 'SH-2', '3 / 3', 'SH-3', '1 / 1'])
  // A document on its own has the same page numbers.
  expect(pdfText(await draw(1)).match(/\d+ \/ \d+/g)).toEqual(['1 / 1'])
})
