import { setImmediate } from 'node:timers/promises'
import type { ImportProblem } from '#shared/imports/api.ts'
import type { Mapping } from '#shared/imports/delivery-columns.ts'
import { formatAmount, maxAmount } from '#shared/money.ts'
import type { CsvFile } from './csv-file.ts'
import { type DeliveryLine, lineReader } from './delivery-line.ts'
import { grouped } from './grouped.ts'

/** The content of a file, validated without the database. */
export interface Deliveries {
  /** The valid lines, in the file's order, without repetitions. */
  lines: DeliveryLine[]
  problems: ImportProblem[]
  /** Number of exact repetitions of lines. */
  repeated: number
  rowCount: number
}

/** Reads every row. Every few hundred rows it calls `onProgress` with the number of rows read and yields to other work. */
export async function readDeliveries(
  file: CsvFile,
  mapping: Mapping,
  onProgress?: (rows: number) => Promise<void> | void,
): Promise<Deliveries> {
  const read = lineReader(file, mapping)
  const problems: ImportProblem[] = []
  const lines: DeliveryLine[] = []
  let rowCount = 0
  for await (const row of file.rows()) {
    rowCount += 1
    const result = read(row)
    if (Array.isArray(result)) problems.push(...result)
    else lines.push(result)
    if (rowCount % 500 === 0) {
      await onProgress?.(rowCount)
      await setImmediate()
    }
  }
  const once = withoutDuplicates(lines, mapping, problems)
  const clean = withoutDisputes(once.lines, mapping, problems)
  return { lines: clean, problems: problems.toSorted((a, b) => a.row - b.row), repeated: once.repeated, rowCount }
}

/** An exact repetition is dropped; two different lines with the same number are both refused, as it is unknown which is right. */
function withoutDuplicates(all: readonly DeliveryLine[], mapping: Mapping, problems: ImportProblem[]) {
  const lines: DeliveryLine[] = []
  let repeated = 0
  const contentOf = (line: DeliveryLine) => JSON.stringify({ ...line, row: 0 })
  for (const [lineId, duplicates] of grouped(all, (line) => line.lineId)) {
    const [first, ...others] = duplicates
    if (!first) continue
    if (others.every((other) => contentOf(other) === contentOf(first))) {
      lines.push(first)
      repeated += others.length
      continue
    }
    const rows = duplicates.map((duplicate) => duplicate.row)
    for (const { row } of duplicates) {
      const message = `appears in rows ${rowList(rows)} with different content`
      problems.push({ row, column: mapping.lineId ?? '', value: lineId, message })
    }
  }
  return { lines: lines.toSorted((a, b) => a.row - b.row), repeated }
}

/** An order must have one customer and a total within the limits; otherwise all its rows are refused. */
function withoutDisputes(all: readonly DeliveryLine[], mapping: Mapping, problems: ImportProblem[]): DeliveryLine[] {
  const refused = new Set<string>()
  for (const [orderNumber, lines] of grouped(all, (line) => line.orderNumber)) {
    const customers = [...new Map(lines.map(({ account }) => [account.key, account.name])).values()]
    const total = lines.reduce((sum, line) => sum + BigInt(line.value), 0n)
    if (customers.length === 1 && total <= maxAmount) continue
    refused.add(orderNumber)
    const message =
      customers.length > 1
        ? `is the order of ${customers.length} customers: ${customers.slice(0, 3).join(', ')}`
        : `adds up to ${formatAmount(total)}, which is too large`
    for (const { row } of lines) problems.push({ row, column: mapping.orderNumber ?? '', value: orderNumber, message })
  }
  return refused.size === 0 ? [...all] : all.filter((line) => !refused.has(line.orderNumber))
}

const rowList = (rows: readonly number[]) =>
  rows.length > 5 ? `${rows.slice(0, 5).join(', ')} and more` : rows.join(', ')
