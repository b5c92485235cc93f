import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvText, harmless, withoutApostrophes } from './csv-text.ts'

const nasty = [
  '=1+1',
  '+1',
  '-1+cmd|calc',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  'x;=1+1',
  'x; =1+1',
  'x;"=1+1"',
  'x;""=1+1',
  'a;b;@SUM(A1);c',
  'line\n=1+1',
  'line\r\n-1',
  'tab\t+1',
  '\uFF1D1',
  'x;\uFF0B1',
]

/** Parses a line as a spreadsheet with semicolon separators does: quotes count only at the beginning of a cell. */
const cellsAtSemicolons = (line: string) =>
  line.split(';').map((cell) => cell.replace(/^"((?:[^"]|"")*)"/, '$1').replaceAll('""', '"'))

test('(I2) no cell begins with a formula, whichever separator a spreadsheet uses', () => {
  for (const text of nasty) {
    const file = csvText([['Name', text, 'end']])
    const lines = file.split(/\r\n|\r|\n/)
    for (const separated of [...lines.flatMap((line) => line.split('\t')), ...lines.flatMap(cellsAtSemicolons)]) {
      expect([text, separated.replace(/^["\s]+/, '')]).toEqual([
        text,
        expect.not.stringMatching(/^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/),
      ])
    }
    // Parsed with commas, it contains the escaped text, and an import removes the apostrophes again.
    const [row] = parse(file, { record_delimiter: '\r\n' })
    expect(row?.[1]).toBe(harmless(text))
    if (!/^[\t\r]/.test(text)) expect(withoutApostrophes(harmless(text))).toBe(text)
  }
})

test('text that no spreadsheet interprets as a formula is unchanged', () => {
  for (const text of ['12-3', "d'Ivoire", 'a, -5', 'me@example.com', 'x;y', '', ' spaced ', 'say "so"', 'two\nlines']) {
    expect(harmless(text)).toBe(text)
    expect(parse(csvText([['a', text]]), { record_delimiter: '\r\n' })).toEqual([['a', text]])
  }
})
