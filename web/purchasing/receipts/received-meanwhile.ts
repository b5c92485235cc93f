import type { GoodsReceipt, PurchaseLine, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { ChangedTable } from '#web/forms/changed-lines/changed-tables.ts'
import { countWords } from '#web/forms/changed-lines/field-words.ts'
import { lineChanges, type LineTables, type LineWords } from '#web/forms/changed-lines/line-changes.ts'
import { arrivingOf, type PartValues } from './receive-values.ts'

type Received = { receipts: GoodsReceipt[]; orderLines: PurchaseLine[] }

/** How the question describes what others have received of the order. */
const tables = {
  receipts: {
    name: ({ number, deliveryNote }) =>
      [number, deliveryNote && `delivery note ${deliveryNote}`].filter(Boolean).join(', '),
    row: 'receipt',
    fields: [{ label: 'Reversed', words: ({ reversed }) => reversed?.reason ?? '' }],
  },
  orderLines: {
    name: ({ item }) => item.name,
    row: 'line',
    fields: [
      { label: 'Received', words: ({ received }) => countWords(received) },
      { label: 'Outstanding', words: ({ open }) => countWords(open) },
    ],
  },
} satisfies LineTables<Received>

/** What others have received since the form was opened, and what `parts` would add to it. */
export function receivedMeanwhile(was: PurchaseOrder, is: PurchaseOrder, parts: readonly PartValues[]): ChangedTable[] {
  const sides = [was, is].map((order) => ({ values: order as Received, record: null })) as [Side, Side]
  return (['receipts', 'orderLines'] as const).map((name) => {
    const { lines } = lineChanges<Received, null>(
      tables[name] as unknown as LineWords<Record<string, unknown>, Received, null>,
      name,
      ...sides,
    )
    const listed = lines.map(({ pair: [, now], ...line }) => ({
      ...line,
      mine: mineOf(
        is.orderLines.find(({ id }) => id === now?.['id']),
        parts,
      ),
    }))
    return { name, lines: listed, isMoved: false, isMovedToo: false, isReplaced: false }
  })
}
type Side = { values: Received; record: null }

/** Nothing but what is still outstanding can be received. */
function mineOf(line: PurchaseLine | undefined, parts: readonly PartValues[]): string | undefined {
  const entered = line ? arrivingOf(line, parts) : 0
  if (!line || entered === 0) return undefined
  const words = `You entered ${entered.toLocaleString()}.`
  if (entered <= line.receivable) return `${words} ${entered === 1 ? 'It' : 'They'} would be received as well.`
  if (line.receivable === 0) return `${words} Nothing more can be received.`
  return `${words} Only ${line.receivable.toLocaleString()} can still be received.`
}
