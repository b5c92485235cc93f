import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Import, ImportCounts } from '#shared/imports/api.ts'
import { type DeliveryColumn, deliveryColumnNamed } from '#shared/imports/delivery-columns.ts'

export const usage = `npm run import -- FILE [--check] [--map "OURS=THEIRS" …] [--errors FILE]

Takes the delivery history in FILE (CSV) into Wardstock. The same file twice adds nothing.
  --check           only tells what would be added and which rows have a problem
  --map OURS=THEIRS a column of the file that has another name, such as --map "Quantity=Qty"
  --errors FILE     writes the refused rows there, to mend and import again`

export interface Order {
  file: string
  fileName: string
  checkOnly: boolean
  mapping: Partial<Record<DeliveryColumn, string>>
  errors: string | undefined
}

/** Parses the command line. Throws an Error with a message for the user. */
export function parseArguments(args: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      map: { type: 'string', multiple: true, default: [] },
      errors: { type: 'string' },
    },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error('Name one file.')
  const mapping: Order['mapping'] = {}
  for (const pair of values.map) {
    const [ours = '', ...theirs] = pair.split('=')
    const column = deliveryColumnNamed(ours)
    if (!column) throw new Error(`--map ${pair}: a delivery history has no column "${ours.trim()}".`)
    if (theirs.length === 0) throw new Error(`--map ${pair}: write it as "Quantity=Qty".`)
    mapping[column] = theirs.join('=').trim()
  }
  return { file, fileName: basename(file), checkOnly: values.check, mapping, errors: values.errors }
}

/** [██████░░░░] 62 %  6,400 of 10,324 rows */
export function progressLine({ progress, rows }: Pick<Import, 'progress' | 'rows'>): string {
  const share = rows === 0 ? 1 : progress / rows
  const full = Math.round(share * 30)
  const count = `${progress.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`
  return `[${'█'.repeat(full)}${'░'.repeat(30 - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${count}`
}

const words: Partial<Record<keyof ImportCounts, string>> = {
  suppliers: 'suppliers',
  factories: 'factories',
  categories: 'categories',
  products: 'products',
  accounts: 'customers',
  orders: 'orders',
  lines: 'order lines',
  shipments: 'shipments',
}

/** The result of an import as text. */
export function summary(found: Import, isCheck: boolean): string[] {
  const counts = isCheck ? found.toAdd : found.added
  const figure = (count: number) => count.toLocaleString('en').padStart(9)
  return [
    isCheck ? 'Would be added:' : 'Added:',
    ...Object.entries(words).map(([key, word]) => `${figure(counts[key as keyof ImportCounts])} ${word}`),
    `${figure(found.known)} rows were there before`,
    `${figure(found.bad)} rows refused`,
    ...found.problems.slice(0, 20).map(problemLine),
    ...(found.problems.length > 20 ? ['  … and more; --errors FILE writes them all'] : []),
  ]
}

const problemLine = ({ row, column, value, message }: Import['problems'][number]) =>
  `  row ${row}: ${column || 'the row'} ${message}${value ? ` (${value})` : ''}`
