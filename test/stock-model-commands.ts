import { sql } from 'kysely'
import { expect } from 'vitest'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { lotMachine, type LotTransition } from '#shared/inventory/stock/lot-status.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { placePurchase } from './builders.ts'
import {
  agree,
  at,
  change,
  type Command,
  items,
  loseLot,
  type Model,
  perKit,
  perMade,
  type Real,
} from './stock-model.ts'

/**
 * A command of the model-based test: `act` checks the server's response and changes the model if the command succeeds.
 */
const command = (
  words: string,
  act: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({
  check,
  run: async (model, real) => {
    await act(model, real)
    await agree(model, real)
  },
  toString: () => words,
})
const pick = <T>(list: readonly T[], which: number): [T, number] => {
  const index = which % list.length
  return [list[index] as T, index]
}
const note = { reason: 'By chance' }

/**
 * An audit that counts one piece more or less where some are free; it is refused if outdated or with a wrong committed
 * quantity.
 */
export const audit = (product: number, more: boolean, mistake: 'none' | 'late' | 'promises') =>
  command(`audit(${product}, ${more}, ${mistake})`, async (model, { client, productIds }) => {
    const params = { id: productIds[product] ?? '' }
    const { position, stock, onHand, committed } = await client.do(inventoryApi.getProduct, { params })
    const free = stock.findIndex((one) => one.available > 0)
    const by = free < 0 ? 0 : more ? 1 : -1
    const counts = stock.map((one, index) => ({
      locationId: one.location.id,
      lotId: one.lotId,
      quantity: one.onHand + (index === free ? by : 0),
    }))
    const body = {
      totalQuantity: onHand + by,
      committedQuantity: committed + (mistake === 'promises' ? 1 : 0),
      reason: 'physical_audit' as const,
      position: position - (mistake === 'late' ? 1 : 0),
      counts,
    }
    const { status } = await client.call(auditsApi.auditStock, { params, body })
    expect(status).toBe({ none: 200, late: 412, promises: 409 }[mistake])
    if (mistake === 'none') change(model, product, by)
  })

export const receive = (product: number, quantity: number) =>
  command(`receive(${product}, ${quantity})`, async (model, { client, supplier, home, productIds, purchases }) => {
    const place = { supplier: { id: supplier }, warehouse: { id: home } } as Parameters<typeof placePurchase>[1]
    const { id, orderLines } = await placePurchase(client, place, [[productIds[product] ?? '', quantity, '1.00']])
    const lines = orderLines.map((line) => ({ lineId: line.id, quantity }))
    const { receipts } = await client.do(purchasingApi.receive, { params: { id }, body: { lines } })
    purchases.push({ id, receiptLineId: receipts[0]?.lines[0]?.id ?? '' })
    model.received.push({ product, left: quantity })
    change(model, product, quantity)
  })

export const sendBack = (which: number, quantity: number) =>
  command(
    `sendBack(${which}, ${quantity})`,
    async (model, real) => {
      const [receipt, index] = pick(model.received, which)
      const { id, receiptLineId } = real.purchases[index] ?? { id: '', receiptLineId: '' }
      const fits = quantity <= receipt.left && quantity <= (await at(real, receipt.product, real.home)).free
      const { status } = await real.client.call(purchasingApi.return, {
        params: { id },
        body: { ...note, lines: [{ receiptLineId, quantity }] },
      })
      expect([status < 300, status >= 500]).toEqual([fits, false])
      if (!fits) return
      receipt.left -= quantity
      change(model, receipt.product, -quantity)
    },
    (model) => model.received.length > 0,
  )

export const transfer = (product: number, quantity: number) =>
  command(`transfer(${product}, ${quantity})`, async (model, real) => {
    const fits = quantity <= (await at(real, product, real.home)).free
    const { status, body } = await real.client.call(transfersApi.createTransfer, {
      body: {
        sourceId: real.home,
        destinationId: real.away,
        lines: [{ itemId: real.productIds[product] ?? '', quantity }],
      },
    })
    expect(status).toBe(fits ? 201 : 409)
    if (!fits) return
    real.transferIds.push((body as { id: string }).id)
    model.transfers.push({ product, quantity, status: 'pending' })
    change(model, product, 0, quantity)
  })

/** Completes a transfer, fully or with one piece lost, or cancels it. */
export const endTransfer = (which: number, end: 'arrive' | 'lose' | 'cancel') =>
  command(
    `endTransfer(${which}, ${end})`,
    async (model, { client, transferIds }) => {
      const [document, index] = pick(model.transfers, which)
      const params = { id: transferIds[index] ?? '' }
      const { transferLines } = await client.do(transfersApi.getTransfer, { params })
      const lost = transferLines.slice(0, 1).map((line) => ({
        lineId: line.id,
        lotId: line.lots[0]?.lotId ?? '',
        received: (line.lots[0]?.quantity ?? 1) - 1,
        rest: 'write_off' as const,
        reason: 'lost_stock' as const,
      }))
      const isOpen = document.status === 'pending'
      const { status } =
        end === 'cancel'
          ? await client.call(transfersApi.cancelTransfer, { params, body: note })
          : await client.call(transfersApi.completeTransfer, {
              params,
              body: { differences: end === 'lose' && isOpen ? lost : [] },
            })
      expect(status).toBe(isOpen ? 200 : 409)
      if (!isOpen) return
      document.status = end === 'cancel' ? 'cancelled' : 'completed'
      change(model, document.product, end === 'lose' ? -1 : 0, -document.quantity)
    },
    (model) => model.transfers.length > 0,
  )

export const packKits = (quantity: number) =>
  command(`packKits(${quantity})`, async (model, real) => {
    const free = await Promise.all(perKit.map(async (_one, part) => (await at(real, part, real.home)).free))
    const fits = perKit.every((each, part) => each * quantity <= (free[part] ?? 0))
    const { status, body } = await real.client.call(kitOrdersApi.createKitOrder, {
      body: { kitId: real.productIds[items.kit] ?? '', locationId: real.home, quantity },
    })
    expect(status).toBe(fits ? 201 : 409)
    if (!fits) return
    real.kitIds.push((body as { id: string }).id)
    model.kits.push({ quantity, apart: 0, status: 'pending' })
    for (const [part, each] of perKit.entries()) change(model, part, 0, each * quantity)
  })

export const endKits = (which: number, end: 'complete' | 'cancel' | 'takeApart') =>
  command(
    `endKits(${which}, ${end})`,
    async (model, real) => {
      const [document, index] = pick(model.kits, which)
      const params = { id: real.kitIds[index] ?? '' }
      const { client } = real
      const isOpen =
        end === 'takeApart'
          ? document.status === 'completed' && document.apart < document.quantity
          : document.status === 'pending'
      const { status } =
        end === 'complete'
          ? await client.call(kitOrdersApi.completeKitOrder, { params, body: {} })
          : end === 'cancel'
            ? await client.call(kitOrdersApi.cancelKitOrder, { params, body: note })
            : await client.call(kitOrdersApi.takeApartKits, { params, body: { quantity: 1, ...note } })
      expect([status < 300, status >= 500]).toEqual([isOpen, false])
      if (!isOpen) return
      if (end === 'takeApart') {
        document.apart += 1
        change(model, items.kit, -1)
        for (const [part, each] of perKit.entries()) change(model, part, each)
        return
      }
      document.status = end === 'complete' ? 'completed' : 'cancelled'
      const made = end === 'complete' ? document.quantity : 0
      change(model, items.kit, made)
      for (const [part, each] of perKit.entries()) change(model, part, -each * made, -each * document.quantity)
    },
    (model) => model.kits.length > 0,
  )

export const produce = (quantity: number) =>
  command(`produce(${quantity})`, async (model, real) => {
    const fits = quantity * perMade <= (model.products[items.raw]?.onHand ?? 0)
    const { status, body } = await real.client.call(productionApi.produce, {
      params: { id: real.productIds[items.made] ?? '' },
      body: { locationId: real.works, quantity },
    })
    expect(status).toBe(fits ? 201 : 409)
    if (!fits) return
    real.runIds.push((body as { id: string }).id)
    model.runs.push({ quantity, isBack: false })
    change(model, items.raw, -quantity * perMade)
    change(model, items.made, quantity)
  })

export const takeBack = (which: number) =>
  command(
    `takeBack(${which})`,
    async (model, { client, runIds }) => {
      const [run, index] = pick(model.runs, which)
      const { status } = await client.call(productionApi.reverseProduction, {
        params: { id: runIds[index] ?? '' },
        body: note,
      })
      expect([status < 300, status >= 500]).toEqual([!run.isBack, false])
      if (run.isBack) return
      run.isBack = true
      change(model, items.raw, run.quantity * perMade)
      change(model, items.made, -run.quantity)
    },
    (model) => model.runs.length > 0,
  )

/** A count of the whole home location with one piece more, or one less if some are free. */
export const count = (product: number, more: boolean) =>
  command(`count(${product}, ${more})`, async (model, real) => {
    const { client, home, productIds, database } = real
    const { free, onHand } = await at(real, product, home)
    if (onHand === 0) return
    const by = more || free === 0 ? 1 : -1
    const { id } = await client.do(countsApi.planCount, { body: { locationId: home, recountPercent: 100 } })
    const params = { id }
    await client.do(countsApi.startCount, { params, body: {} })
    const { rows } = await sql<{
      id: string
      item: string
      there: number
      version: number
    }>`select l.id, l.item_id as item,
        b.on_hand as there, l.version
      from stock_count_lines l join stock_balance b using (item_id, location_id, lot_id) where l.count_id = ${id}`.execute(
      database.db,
    )
    for (const line of rows) {
      const body = { counted: line.there + (line.item === productIds[product] ? by : 0) }
      await client.do(countsApi.countLine, { params: { id, lineId: line.id }, body }, { version: line.version })
    }
    await client.do(countsApi.finishCount, { params, body: {} })
    const { version } = await client.do(countsApi.getCount, { params })
    await client.do(countsApi.approveCount, { params, body: {} }, { version })
    change(model, product, by)
  })

/** Holds, quarantines, releases or recalls the lot, or withdraws its recall, if `lotMachine` allows it. */
export const moveLot = (move: LotTransition) =>
  command(`moveLot(${move})`, async (model, real) => {
    const { client, lotId } = real
    const to = lotMachine.next(model.lotStatus, move)
    if (move === 'recall') {
      if (!to) return
      const { recall } = await client.do(recallsApi.startRecall, {
        body: { lotIds: [lotId], reason: 'Leaks', instruction: 'Send it back' },
      })
      real.recallId = recall.id
    } else if (move === 'withdraw') {
      if (!to) return
      await client.do(recallsApi.withdraw, { params: { id: real.recallId }, body: { summary: 'None leaks' } })
    } else {
      const { status } = await client.call(lotsApi[move], { params: { id: lotId }, body: note })
      expect(status).toBe(to ? 200 : 409)
      if (!to) return
    }
    model.lotStatus = to ?? model.lotStatus
    if (model.lotStatus !== 'AVAILABLE') loseLot(model)
  })
