import { addDays } from '#shared/dates.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { randomFrom } from './random-company.ts'

/** The expected values of a lot, from its movements; it cost `total` minor units. */
export interface TrackedLot {
  id: string
  number: string
  item: string
  supplier: string
  location: string
  category: string
  expires: string
  pieces: number
  total: bigint
  moved: { day: string; quantity: number; effect: 'in' | 'sale' | 'correction' | 'back' }[]
  /** Pieces shipped, by customer. */
  sent: Map<string, number>
  isBlocked: boolean
}
interface CountedPlace {
  day: string
  location: string
  item: string
  by: string
  expected: number
  counted: number
}
interface StartedRecall {
  id: string
  day: string
  lots: { id: string; item: string; sent: { account: string; quantity: number }[] }[]
  notified: { day: string; account: string }[]
  returned: { day: string; account: string; item: string; quantity: number }[]
  isWithdrawn: boolean
}

export const onHandOf = ({ moved }: TrackedLot) => moved.reduce((sum, { quantity }) => sum + quantity, 0)
const start = '2026-01-12'

/**
 * Runs five months of goods that expire, are counted, written off and recalled, through the API; records what was done.
 */
export async function keepGoods(admin: Client, other: Client, setNow: (moment: Date) => void, seed: number) {
  const pick = randomFrom(seed)
  let today = start
  const on = (day: string) => {
    today = day > today ? day : today
    setNow(new Date(`${today}T09:00:00Z`))
  }
  on(start)
  const places = [await addPlace(admin), await addPlace(admin)]
  const accounts = [await addAccount(admin), await addAccount(admin), await addAccount(admin)].map(({ id }) => id)
  const lots: TrackedLot[] = []
  const counts: CountedPlace[] = []
  const recalls: StartedRecall[] = []
  const items: { id: string; place: (typeof places)[number] }[] = []
  for (const place of [...places, ...places])
    items.push({ id: (await addProduct(admin, place, { lotControlled: true, cost: '9.00' })).id, place })

  async function buy({ id, place }: (typeof items)[number]) {
    const quantity = 20 + pick(40)
    const unit = 150 + pick(700)
    const order = await placePurchase(admin, place, [
      [id, quantity, `${Math.floor(unit / 100)}.${String(unit % 100).padStart(2, '0')}`],
    ])
    const number = `K-${seed}-${lots.length}`
    const expires = addDays(today, 15 + pick(90))
    const lines = order.orderLines.map((line) => ({
      lineId: line.id,
      quantity,
      lotNumber: number,
      expiryDate: expires,
    }))
    await admin.do(purchasingApi.receive, { params: { id: order.id }, body: { lines } })
    const { data } = await admin.do(lotsApi.listLots, { query: { product: id, limit: 200 } })
    lots.push({
      id: data.find(({ lotNumber }) => lotNumber === number)?.id ?? '',
      number,
      item: id,
      supplier: place.supplier.id,
      location: place.warehouse.id,
      category: place.category.id,
      expires,
      pieces: quantity,
      total: BigInt(quantity * unit),
      moved: [{ day: today, quantity, effect: 'in' }],
      sent: new Map(),
      isBlocked: false,
    })
  }
  const noteParcel = (order: Order, account: string, sign: 1 | -1) => {
    for (const { lot, quantity } of order.shipments.flatMap(({ parcel }) => parcel)) {
      const mine = lots.find(({ number }) => number === lot.number)
      mine?.moved.push({ day: today, quantity: -sign * quantity, effect: 'sale' })
      mine?.sent.set(account, (mine.sent.get(account) ?? 0) + sign * quantity)
    }
  }
  async function sell() {
    const item = items[pick(items.length)]?.id ?? ''
    const account = accounts[pick(accounts.length)] ?? ''
    const free = lots
      .filter((lot) => lot.item === item && !lot.isBlocked && lot.expires >= today)
      .reduce((sum, lot) => sum + onHandOf(lot), 0)
    if (free < 2) return
    const line = [[item, 1 + pick(Math.min(25, free))]] as const
    if (pick(3) > 0) return noteParcel(await deliveredOrder(admin, account, line), account, 1)
    // Shipped and then taken back.
    const { id } = await addOrder(admin, account, line)
    const at = { params: { id }, body: {} }
    await admin.do(salesApi.confirm, at)
    const ready = await admin.do(salesApi.ready, at)
    noteParcel(ready, account, 1)
    await admin.do(salesApi.reverse, { ...at, body: { reason: 'Wrong box' } })
    noteParcel(ready, account, -1)
    await admin.do(salesApi.cancel, { ...at, body: { reason: 'Not wanted' } })
  }
  /** Writes off a part of a lot, mostly an expired one. */
  async function writeOff() {
    const full = lots.filter((lot) => onHandOf(lot) > 0)
    const late = full.filter(({ expires }) => expires < today)
    const lot = pick(3) > 0 && late.length > 0 ? late[pick(late.length)] : full[pick(full.length)]
    if (!lot) return
    const quantity = 1 + pick(onHandOf(lot))
    const body = { quantity, reason: 'damaged_quantity', lotId: lot.id, locationId: lot.location } as const
    await admin.do(inventoryApi.reduceStock, { params: { id: lot.item }, body })
    lot.moved.push({ day: today, quantity: -quantity, effect: 'correction' })
  }
  async function count() {
    const locationId = places[pick(2)]?.warehouse.id ?? ''
    const planned = await admin.do(countsApi.planCount, { body: { locationId, recountPercent: 100, blind: false } })
    const params = { id: planned.id }
    const started = await admin.call(countsApi.startCount, { params, body: {} })
    if (started.status >= 300) return
    const found: { lot: TrackedLot; counted: number; by: string }[] = []
    for (const line of (await admin.do(countsApi.listCountLines, { params, query: { limit: 200 } })).data) {
      const lot = lots.find(({ number }) => number === line.lot.lotNumber)
      if (!lot) throw new Error('Only lots are counted')
      const was = onHandOf(lot)
      const counted = pick(3) ? was : Math.max(0, was - 2 + pick(5))
      const who = pick(2) ? admin : other
      const at = { params: { ...params, lineId: line.id }, body: { counted } }
      await who.do(countsApi.countLine, at, { version: line.version })
      found.push({ lot, counted, by: who.userId })
    }
    await admin.do(countsApi.finishCount, { params, body: { leaveOut: false } })
    on(addDays(today, pick(2)))
    if (pick(5) === 0) return void (await admin.do(countsApi.cancelCount, { params, body: { reason: 'In vain' } }))
    const { version } = await admin.do(countsApi.getCount, { params })
    await admin.do(countsApi.approveCount, { params, body: {} }, { version })
    for (const { lot, counted, by } of found) {
      const expected = onHandOf(lot)
      counts.push({ day: today, location: lot.location, item: lot.item, by, expected, counted })
      lot.moved.push({ day: today, quantity: counted - expected, effect: 'correction' })
    }
  }
  async function recall() {
    const sound = lots.filter(({ isBlocked, expires }) => !isBlocked && expires >= today)
    const some = [...new Set([sound[pick(sound.length)], sound[pick(sound.length)]])].filter((lot) => lot !== undefined)
    if (some.length === 0) return
    const recallBody = { lotIds: some.map(({ id }) => id), reason: 'Seal breaks', instruction: 'Do not use' }
    const { id } = (await admin.do(recallsApi.startRecall, { body: recallBody })).recall
    const sentOf = (lot: TrackedLot) =>
      [...lot.sent].filter(([, quantity]) => quantity > 0).map(([account, quantity]) => ({ account, quantity }))
    const note: StartedRecall = {
      id,
      day: today,
      lots: some.map((lot) => ({ id: lot.id, item: lot.item, sent: sentOf(lot) })),
      notified: [],
      returned: [],
      isWithdrawn: false,
    }
    recalls.push(note)
    for (const lot of some) lot.isBlocked = true
    const body = { summary: 'A mistake' }
    if (pick(6) === 0) {
      note.isWithdrawn = true
      return void (await admin.do(recallsApi.withdraw, { params: { id }, body }))
    }
    on(addDays(today, pick(3)))
    for (const account of new Set(note.lots.flatMap(({ sent }) => sent.map((one) => one.account)))) {
      if (pick(3) > 0) {
        await admin.do(recallsApi.tell, { params: { id, accountId: account }, body: { how: 'phone' } })
        note.notified.push({ day: today, account })
      }
      for (const lot of some) {
        const has = lot.sent.get(account) ?? 0
        if (has === 0 || pick(2)) continue
        const quantity = 1 + pick(has)
        const back = { accountId: account, lotId: lot.id, locationId: lot.location, quantity }
        await admin.do(recallsApi.comeBack, { params: { id }, body: back })
        note.returned.push({ day: today, account, item: lot.item, quantity })
        lot.moved.push({ day: today, quantity, effect: 'back' })
        lot.sent.set(account, has - quantity)
      }
    }
  }

  for (const item of items) await buy(item)
  const buyMore = () => buy(items[pick(items.length)] as (typeof items)[number])
  const acts = [sell, buyMore, sell, writeOff, sell, recall, buyMore, sell, count, writeOff]
  let at = pick(acts.length)
  for (let day = addDays(start, 2); day < '2026-06-10'; day = addDays(day, 2 + pick(4))) {
    on(day)
    await acts[at % acts.length]?.()
    if (pick(2)) await sell()
    at += 1
  }
  return { lots, counts, recalls, items: items.map(({ id }) => id) }
}
export type CaringCompany = Awaited<ReturnType<typeof keepGoods>>
