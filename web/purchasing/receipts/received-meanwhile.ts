import type { GoodsReceipt, PurchaseLine, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { ChangedTable } from '#web/forms/changed-lines/changed-tables.ts'
import { countWords } from '#web/forms/changed-lines/field-words.ts'
import { lineChanges, type LineTables } from '#web/forms/changed-lines/line-changes.ts'
import { arrivingOf, type PartValues } from './receive-values.ts'

type Received = { receipts: GoodsReceipt[]; orderLines: PurchaseLine[] }

/** How the question describes what others have received of the order. */
const tables: LineTables<Received, null> = {
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
}

/** Receipts by others since the form was opened, and what the entered `parts` would add to them. */
export function receivedMeanwhile(was: PurchaseOrder, is: PurchaseOrder, parts: readonly PartValues[]): ChangedTable[] {
  const side = (values: Received) => ({ values, record: null })
  return (['receipts', 'orderLines'] as const).map((name) => {
    const lines = lineChanges(tables, name, side(was), side(is)).lines.map(({ pair, ...line }) => {
      const received = is.orderLines.find(({ id }) => id === pair[1]?.['id'])
      return { ...line, mine: received && mineOf(received, parts) }
    })
    return { name, lines, isMoved: false, isMovedToo: false, isReplaced: false }
  })
}

/** What this user has entered for the line, and whether that much can still be received. */
function mineOf(line: PurchaseLine, parts: readonly PartValues[]): string | undefined {
  const entered = arrivingOf(line, parts)
  if (entered === 0) return undefined
  const words = `You entered ${entered.toLocaleString()}.`
  if (entered <= line.receivable) return `${words} ${entered === 1 ? 'It' : 'They'} would be received as well.`
  if (line.receivable === 0) return `${words} Nothing more can be received.`
  return `${words} Only ${line.receivable.toLocaleString()} can still be received.`
}
