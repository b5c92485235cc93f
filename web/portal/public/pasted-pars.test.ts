import { describe, expect, test } from 'vitest'
import { isPastedTable, parseParColumn, parsePars, readParColumn, readPars } from './pasted-pars.ts'

const gloves = { id: 'g', name: 'Gloves, size M', sku: '10045', packSize: 100 }
const gauze = { id: 'z', name: 'Gauze', sku: 'GZ-1', packSize: 12 }
const [small, large] = [
  { id: 's', name: 'Cannula', sku: 'C-S', packSize: 1 },
  { id: 'l', name: 'Cannula', sku: 'C-L', packSize: 1 },
]
const find = (name: string) =>
  [gloves, gauze, small, large].filter((one) =>
    [one.sku, one.name].some((own) => own.toLowerCase() === name.toLowerCase()),
  )

describe('[CUS-01] par levels pasted from a spreadsheet', () => {
  test.each([
    ['SKU and par', '10045\t300\nGZ-1\t24'],
    ['a name and par', 'Gloves, size M\t300\r\nGauze\t24\r\n'],
    ['a heading, and other columns in another order', 'Par level\tNote\tSKU\n300\tleft\t10045\n24\tright\tGZ-1'],
    ['SKU, name, par and unit', 'SKU\tProduct\tPar\tUnit\n10045\tGloves\t3\tboxes\nGZ-1\t\t24\tpcs'],
    ['semicolons and quotes', '"Gloves, size M";300\n"Gauze";24'],
    ['grouped thousands and empty rows', '\n10045\t300\n\nGZ-1\t 24 \n'],
  ])('are read from %s', (_, text) => {
    const { pars, problems } = readPars(parsePars(text), find)
    expect(problems).toEqual([])
    expect(pars.map(({ productId, par }) => [productId, par])).toEqual([
      ['g', 300],
      ['z', 24],
    ])
  })

  test('converts packs to pieces and returns the number of packs', () => {
    expect(readPars(parsePars('GZ-1\t5\tpacks'), find).pars).toEqual([
      { productId: 'z', name: 'Gauze', par: 60, unit: 'pack', packs: { count: 5, size: 12 } },
    ])
  })

  test('reports each invalid row and reads the others', () => {
    const text = 'SKU\tPar\nXX-9\t5\nCannula\t4\nGZ-1\t2.5\nC-S\nGZ-1\t9\tbarrels\nGZ-1\t7\nGauze\t8\n\t3'
    const { pars, problems } = readPars(parsePars(text), find)
    expect(pars.map(({ productId, par }) => [productId, par])).toEqual([['z', 7]])
    expect(problems).toEqual([
      'Row 2, “XX-9”: no product has this SKU, barcode or name',
      'Row 3, “Cannula”: several products are called so; use the SKU',
      'Row 4, “GZ-1”: the par level must be a whole number above 0',
      'Row 5, “C-S”: has no par level',
      'Row 6, “GZ-1”: the unit “barrels” is neither pieces nor packs',
      'Row 8, “Gauze”: this product is in a row above already',
      'Row 9: names no product',
    ])
  })

  test('a pasted single column fills the lines from the current one on; refuses columns without par levels', () => {
    const column = parseParColumn('Par\n10\n1,5\n30') ?? []
    const lines = [gloves, gauze].map(({ id, name }) => ({ productId: id, name }))
    expect(readParColumn(column, lines)).toEqual({
      pars: [{ productId: 'g', name: gloves.name, par: 10, unit: null }],
      problems: ['Row 3, “Gauze”: the par level must be a whole number above 0', 'Row 4: the shelf has no line for it'],
    })
    expect(parseParColumn('GZ-1\nGZ-2')).toBeNull()
    expect(parseParColumn('GZ-1\t4')).toBeNull()
  })

  test('typed text is not a pasted table', () => {
    expect(['40', ' 1 200 ', 'Ward 3\n', ''].map(isPastedTable)).toEqual([false, false, false, false])
    expect(['A\t4', '4\n5'].map(isPastedTable)).toEqual([true, true])
  })
})
