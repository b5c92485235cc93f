import { expect, test } from 'vitest'
import { z } from 'zod'
import { inactiveAfterDays } from '#shared/crm/partners/api.ts'
import { closedOrders } from '#shared/sales/orders/order-transitions.ts'
import { tasks } from '#shared/reports/work-queue-api.ts'
import { standardViews, standardViewsOf } from '#shared/settings/standard-views.ts'
import { exportedLists } from '#server/exported-lists.ts'
import { startServer } from '#test/server.ts'

type Row = Record<string, unknown> & { id: string }
interface Seen {
  me: string
  /** The status of each sales order. */
  orders: ReadonlyMap<string, string>
}

/** Filters with a fixed set of values, for which a view is useful. */
function choicesOf(query: z.ZodObject): string[] {
  return Object.entries(query.shape as Record<string, z.ZodType>).flatMap(([name, type]) =>
    name !== 'sort' && type instanceof z.ZodOptional && type.unwrap() instanceof z.ZodEnum ? [name] : [],
  )
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const month = (ahead: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7)
}
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const isBefore = (value: unknown, date: string) => text(value) !== '' && text(value) < date
const hasBadge = (badge: string) => (row: Row) => (row['badges'] as string[]).includes(badge)
const ownerOf = (row: Row) => (row['owner'] as { id: string } | null)?.id ?? null
const isOpenDeal = (row: Row) => !['Won', 'Lost'].includes(text(row['stage']))
const isOpenProspect = (row: Row) => !['Converted', 'Disqualified'].includes(text(row['status']))
const owned = {
  'owner=mine': (row: Row, { me }: Seen) => ownerOf(row) === me,
  'owner=none': (row: Row) => !ownerOf(row),
}
const ordered = {
  'ordered=silent': (row: Row) => isBefore(row['lastOrderDate'], day(1 - inactiveAfterDays)),
  'ordered=never': (row: Row) => row['lastOrderDate'] === null,
}

/** What a filter means, by the columns of a row; other filters have a column of their name and values. */
const meanings: Readonly<Record<string, Readonly<Record<string, (row: Row, seen: Seen) => boolean>>>> = {
  orders: Object.fromEntries(['late', 'onHold', 'stopped'].map((badge) => [`badge=${badge}`, hasBadge(badge)])),
  invoices: { 'open=true': (row) => !row['voided'] && Number(row['due']) > 0 },
  shipments: {
    'planned=no': (row) => row['status'] === 'READY_FOR_SHIPPING' && row['method'] === null,
    'late=yes': (row) =>
      ['READY_FOR_SHIPPING', 'ON_THE_WAY'].includes(text(row['status'])) && isBefore(row['expectedDate'], day(0)),
    'order=open': (row, { orders }) =>
      row['status'] !== 'DELIVERED' && !closedOrders.some((status) => status === orders.get((row['order'] as Row).id)),
  },
  products: { 'withoutPrice=true': (row) => Number(row['price']) === 0 },
  lots: {
    'expiry=expired': (row) => isBefore(row['expiryDate'], day(0)),
    'expiry=30': (row) => text(row['expiryDate']) >= day(0) && isBefore(row['expiryDate'], day(31)),
    'expiry=90': (row) => text(row['expiryDate']) >= day(0) && isBefore(row['expiryDate'], day(91)),
    'status=BLOCKED': (row) => row['status'] !== 'AVAILABLE',
  },
  'purchase-orders': { 'awaited=true': (row) => ['Open', 'Partially Received'].includes(text(row['status'])) },
  customers: { ...owned, ...ordered },
  suppliers: ordered,
  prospects: {
    ...owned,
    'due=due': (row) => isOpenProspect(row) && isBefore(row['followUpDate'], day(1)),
    'due=overdue': (row) => isOpenProspect(row) && isBefore(row['followUpDate'], day(0)),
    'due=none': (row) => isOpenProspect(row) && row['followUpDate'] === null,
  },
  opportunities: {
    ...owned,
    'closing=late': (row) => isOpenDeal(row) && isBefore(row['expectedClose'], day(0)),
    'closing=thisMonth': (row) => text(row['expectedClose']).startsWith(month(0)),
    'closing=nextMonth': (row) => text(row['expectedClose']).startsWith(month(1)),
  },
  contacts: {
    'at=customer': (row) => row['account'] !== null,
    'at=supplier': (row) => row['supplier'] !== null,
    'at=nobody': (row) => row['account'] === null && row['supplier'] === null && row['affiliation'] === null,
  },
  'retention-candidates': {
    'status=ready': (row) => (row['exclusions'] as unknown[]).length === 0,
    'status=excluded': (row) => (row['exclusions'] as unknown[]).length > 0,
  },
  'deleted-items': {
    'within=7': (row) => text(row['deletedAt']) > day(-7),
    'within=30': (row) => text(row['deletedAt']) > day(-30),
  },
}
/** Shown by no column of the list; tested with the call tasks. */
const withoutColumn = ['customers: To call']

/** Lists of few or simple records, for which search is enough. */
const withoutViews = ['attributes', 'locations']

test('[UI-02] every list with filters has standard views, and each view shows exactly its rows', async () => {
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  const named = new Set(exportedLists.map(({ name }) => name))
  expect(Object.keys(standardViews).filter((name) => !named.has(name))).toEqual([])
  const wrong: string[] = []
  let [shown, full] = [0, 0]
  const listed = async (name: string, path: string, query: Readonly<Record<string, string>>) => {
    const rows: Row[] = []
    let cursor: string | null = null
    do {
      const address = new URLSearchParams({ ...query, limit: '200', ...(cursor && { cursor }) })
      const { status, body } = await admin.send('GET', `${path}?${address}`)
      expect([name, query, status]).toEqual([name, query, 200])
      const page = body as unknown as { data: Row[]; nextCursor: string | null }
      rows.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return rows
  }
  const orders = await listed('orders', '/api/sales-orders', {})
  const seen = { me: admin.userId, orders: new Map(orders.map((row) => [row.id, text(row['status'])])) }
  for (const { name, list } of exportedLists) {
    const rowsOf = (query: Readonly<Record<string, string>>) => listed(name, list.path, query)
    const views = standardViewsOf(name)
    if (views.length === 0 && choicesOf(list.spec.query).length > 0 && !withoutViews.includes(name))
      wrong.push(`${name} has no view`)
    const all = views.length > 0 ? await rowsOf({}) : []
    const names = views.map((view) => view.name)
    if (new Set(names).size < names.length) wrong.push(`${name} has two views of one name`)
    for (const view of views) {
      const rows = await rowsOf({ ...view.filter, sort: view.sort })
      shown += rows.length
      if (withoutColumn.includes(`${name}: ${view.name}`)) continue
      const tests = Object.entries(view.filter).map(([field, value]) => {
        const meaning = meanings[name]?.[`${field}=${value}`]
        if (meaning) return (row: Row) => meaning(row, seen)
        if (all.some((row) => !(field in row))) wrong.push(`${view.name} of ${name} filters by an unknown ${field}`)
        return (row: Row) => String(row[field]) === value
      })
      const idsOf = (some: readonly Row[]) => some.map(({ id }) => id).toSorted()
      const expected = all.filter((row) => tests.every((one) => one(row)))
      if (idsOf(rows).join() !== idsOf(expected).join())
        wrong.push(`${view.name} of ${name} shows ${rows.length} rows, not the ${expected.length} of its filter`)
      full += rows.length > 0 ? 1 : 0
      if (rows.length > all.length) wrong.push(`${view.name} of ${name} shows more than the list`)
    }
  }
  expect(wrong).toEqual([])
  expect(shown).toBeGreaterThan(100)
  expect(full).toBeGreaterThan(30)
}, 300_000)

test('[DASH-01] the label of a dashboard task contains the words of the view’s name that it opens', () => {
  const mismatched = Object.values(tasks).filter(({ label, name }) => {
    const words = name.toLowerCase().split(' ')
    return !words.every((word) => label.toLowerCase().includes(word))
  })
  expect(mismatched.map(({ label, name }) => `${label}: ${name}`)).toEqual([])
})
