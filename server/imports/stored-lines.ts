import { sql } from 'kysely'
import type { ImportProblem } from '#shared/imports/api.ts'
import type { Mapping } from '#shared/imports/delivery-columns.ts'
import { formatAmount } from '#shared/money.ts'
import { orderStatusNames, type OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { DeliveryLine } from './delivery-line.ts'

export interface Comparison {
  /** Lines to import that are not in the database yet. */
  fresh: DeliveryLine[]
  /** The number of lines imported by an earlier run. */
  known: number
  problems: ImportProblem[]
}

/** Compares a file's lines with those of earlier imports. Imported lines are never changed: a line that differs is a problem. */
export async function compareWithStored(
  db: Db | Tx,
  lines: readonly DeliveryLine[],
  mapping: Mapping,
): Promise<Comparison> {
  const stored = await storedLines(db, lines)
  const orders = await storedOrders(db, lines)
  const problems: ImportProblem[] = []
  const fresh: DeliveryLine[] = []
  let known = 0
  for (const line of lines) {
    const storedLine = stored.get(line.lineId)
    const order = orders.get(line.orderNumber)
    const refuse = (column: string | undefined, value: string, message: string) =>
      problems.push({ row: line.row, column: column ?? '', value, message })
    if (storedLine) {
      const isSame =
        storedLine.order === line.orderNumber &&
        storedLine.quantity === line.quantity &&
        storedLine.total === line.value
      if (isSame) known += 1
      else {
        const before = `${storedLine.quantity} packs for ${formatAmount(storedLine.total)} in order ${storedLine.order}`
        refuse(mapping.lineId, line.lineId, `was imported before with other content: ${before}`)
      }
    } else if (order?.account && order.account !== line.account.key) {
      refuse(mapping.orderNumber, line.orderNumber, `was imported before as the order of ${order.accountName}`)
    } else if (order && (order.isDeleted || order.status !== 'DELIVERED')) {
      const now = order.isDeleted ? 'deleted' : orderStatusNames[order.status].toLowerCase()
      refuse(
        mapping.orderNumber,
        line.orderNumber,
        `is order ${order.number}, which is ${now} now: no line can be added`,
      )
    } else fresh.push(line)
  }
  return { fresh, known, problems }
}

interface StoredLine {
  ref: string
  order: string | null
  quantity: number
  total: number
}

async function storedLines(db: Db | Tx, lines: readonly DeliveryLine[]): Promise<Map<string, StoredLine>> {
  const { rows } = await sql<StoredLine>`select l.external_ref as ref, o.external_ref as order, l.quantity, l.total
    from sales_order_lines l join sales_orders o on o.id = l.order_id
    where l.external_ref = any(${lines.map((line) => line.lineId)})`.execute(db)
  return new Map(rows.map((row) => [row.ref, row]))
}

interface StoredOrder {
  ref: string
  number: string
  status: OrderStatus
  isDeleted: boolean
  account: string | null
  accountName: string
}

async function storedOrders(db: Db | Tx, lines: readonly DeliveryLine[]): Promise<Map<string, StoredOrder>> {
  const { rows } = await sql<StoredOrder>`select o.external_ref as ref, o.number, o.status,
      o.deleted_at is not null as "isDeleted", a.external_ref as account, a.name as "accountName"
    from sales_orders o join accounts a on a.id = o.account_id
    where o.external_ref = any(${[...new Set(lines.map((line) => line.orderNumber))]})`.execute(db)
  return new Map(rows.map((row) => [row.ref, row]))
}

/** The lines that are not stored yet: checked again within a batch, as another import may have added them meanwhile. */
export async function withoutStored(tx: Tx, lines: readonly DeliveryLine[]): Promise<DeliveryLine[]> {
  const { rows } = await sql<{ ref: string }>`select external_ref as ref from sales_order_lines
    where external_ref = any(${lines.map((line) => line.lineId)})`.execute(tx)
  if (rows.length === 0) return [...lines]
  const stored = new Set(rows.map((row) => row.ref))
  return lines.filter((line) => !stored.has(line.lineId))
}
