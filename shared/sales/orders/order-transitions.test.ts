import { describe, expect, test } from 'vitest'
import { stateMachine } from '#shared/state-machine.ts'
import { movesOfGoods, whyNotDeletable, whyNotOpen, whyNotUninvoiced, whyStopped } from './order-guards.ts'
import {
  filterStatuses,
  orderMachine,
  type OrderTransition,
  orderTransitions,
  type OrderStatus,
  orderStatuses,
} from './order-transitions.ts'

/* The transition table of the design, repeated by hand: from → allowed next statuses. */
const allowed: Record<OrderStatus, OrderStatus[]> = {
  PENDING: ['CONFIRMED', 'AWAITING_STOCK', 'CANCELLED'],
  AWAITING_STOCK: ['CONFIRMED', 'PENDING', 'CANCELLED'],
  CONFIRMED: ['PROCESSING', 'AWAITING_STOCK', 'READY_FOR_SHIPPING', 'PENDING', 'CANCELLED'],
  PROCESSING: ['CONFIRMED', 'AWAITING_STOCK', 'READY_FOR_SHIPPING', 'PENDING', 'CANCELLED'],
  READY_FOR_SHIPPING: ['PROCESSING', 'FOR_SHIPPING', 'CANCELLED'],
  FOR_SHIPPING: ['READY_FOR_SHIPPING', 'SHIPPED'],
  SHIPPED: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'FAILED_DELIVERY'],
  IN_TRANSIT: ['OUT_FOR_DELIVERY', 'DELIVERED', 'FAILED_DELIVERY'],
  OUT_FOR_DELIVERY: ['IN_TRANSIT', 'DELIVERED', 'FAILED_DELIVERY'],
  // A driver can undo a delivery within ten seconds.
  DELIVERED: ['RETURNED', 'OUT_FOR_DELIVERY'],
  FAILED_DELIVERY: ['READY_FOR_SHIPPING', 'RETURNED', 'OUT_FOR_DELIVERY'],
  CANCELLED: ['PENDING'],
  RETURNED: [],
}

const moves = Object.keys(orderTransitions) as OrderTransition[]

describe('the transition table', () => {
  test('[SO-01] has the thirteen statuses of the specification', () => {
    expect([...orderStatuses].toSorted()).toEqual(Object.keys(allowed).toSorted())
    expect(orderStatuses).toHaveLength(13)
  })

  test('[SO-01] of the 169 pairs of statuses, allows exactly those of the design', () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        const open = moves.some((move) => orderMachine.next(from, move) === to)
        expect([from, to, open]).toEqual([from, to, allowed[from].includes(to)])
      }
    }
  })

  test('lists the transitions from every status', () => {
    for (const from of orderStatuses) {
      expect(orderMachine.movesFrom(from)).toEqual(moves.filter((move) => orderMachine.next(from, move) !== null))
    }
  })

  test('the filter offers eleven statuses; the other two are visible only under All', () => {
    expect(filterStatuses).toHaveLength(11)
    expect(orderStatuses.filter((status) => !(filterStatuses as readonly string[]).includes(status))).toEqual([
      'AWAITING_STOCK',
      'READY_FOR_SHIPPING',
    ])
  })

  test('refuses a state machine with an unknown or unreachable state', () => {
    expect(() => stateMachine(['a', 'b'] as const, 'a', { go: { from: ['a'], to: 'c' as 'b' } })).toThrow(
      'unknown state c',
    )
    expect(() => stateMachine(['a', 'b', 'c'] as const, 'a', { go: { from: ['a'], to: 'b' } })).toThrow(
      'no move reaches: c',
    )
  })
})

describe('reasons why a transition is refused', () => {
  const facts = {
    status: 'PENDING' as OrderStatus,
    accountActive: true,
    paid: false,
    shortages: [] as string[],
    hold: null as string | null,
    stopped: [] as string[],
    returns: [] as string[],
    deleted: [] as string[],
  }

  test('a transition that the status does not allow has a reason in words', () => {
    for (const status of orderStatuses) {
      for (const move of moves) {
        const reason = whyNotOpen(move, { ...facts, status })
        if (orderMachine.next(status, move) === null)
          expect(reason).toMatch(/^The order is .+; it must be .+ for this\.$/)
        if (reason !== null) expect(reason.length).toBeGreaterThan(10)
      }
    }
  })

  test('[LOT-06] goods of a blocked lot cannot be moved in any status; the reason says what to do instead', () => {
    const stopped = ['Gloves, lot A1, is recalled']
    const why = (status: OrderStatus, move: (typeof moves)[number]) => whyNotOpen(move, { ...facts, status, stopped })
    for (const status of orderStatuses) {
      for (const move of moves.filter((one) => orderMachine.next(status, one) !== null)) {
        const isRefused = why(status, move)?.startsWith('Stopped: Gloves, lot A1, is recalled. ') ?? false
        expect([status, move, isRefused]).toEqual([status, move, movesOfGoods.includes(move)])
      }
    }
    expect(why('FOR_SHIPPING', 'handOver')).toContain('remove the carrier, move it back to picking')
    expect(why('IN_TRANSIT', 'deliver')).toContain('Do not deliver it')
    expect(whyStopped({ status: 'FAILED_DELIVERY', stopped })).toContain('Take the goods back')
    expect(whyStopped({ status: 'DELIVERED', stopped })).toBeNull()
  })

  test('[RTN-01] goods on a return are not shipped again, and their order is not deleted', () => {
    const returned = { ...facts, status: 'FAILED_DELIVERY' as const, returns: ['RMA-1'] }
    expect(whyNotOpen('replan', { ...returned, returns: [] })).toBeNull()
    expect(whyNotOpen('replan', returned)).toContain('RMA-1')
    expect(whyNotOpen('checkIn', returned)).toBe(whyNotOpen('checkIn', { ...returned, returns: [] }))
    expect(whyNotDeletable({ ...returned, returns: [] })).toBeNull()
    expect(whyNotDeletable(returned)).toMatchObject({ code: 'IN_USE', reason: whyNotOpen('replan', returned) })
  })

  test('shortages, order holds, payments and inactive customers refuse the transitions that they should', () => {
    expect(whyNotOpen('confirm', facts)).toBeNull()
    expect(whyNotOpen('backOrder', facts)).toContain('Everything is in stock')
    expect(whyNotOpen('confirm', { ...facts, shortages: ['Gloves: 5 wanted, 2 available'] })).toContain('Gloves')
    expect(whyNotOpen('backOrder', { ...facts, shortages: ['Gloves'] })).toBeNull()
    expect(whyNotOpen('confirm', { ...facts, accountActive: false })).toContain('inactive')
    const held = { ...facts, status: 'CONFIRMED' as OrderStatus, hold: 'Ask about the address' }
    for (const move of ['startPicking', 'ready'] as const)
      expect(whyNotOpen(move, held)).toContain('on hold: Ask about the address')
    expect(whyNotOpen('cancel', held)).toBeNull()
    expect(whyNotOpen('cancel', { ...facts, paid: true })).toContain('payment')
    expect(whyNotOpen('unconfirm', { ...facts, status: 'CONFIRMED', paid: true })).toContain('payment')
  })
})

test('[IVC-02] the reason why an invoice cannot be deleted says what to do with its order instead', () => {
  const wayOut = (status: OrderStatus) => whyNotUninvoiced({ status, paid: false })?.reason
  expect(wayOut('READY_FOR_SHIPPING')).toBe('The order is Ready for shipping. Move it back to picking first.')
  expect(wayOut('FOR_SHIPPING')).toContain('Take the shipment off its route or carrier first.')
  expect(wayOut('IN_TRANSIT')).toBe('The order is In transit. Create a return once it is delivered.')
  expect(wayOut('DELIVERED')).toBe('The order is Delivered. Create a return instead.')
  expect(wayOut('RETURNED')).toBe('The order is Returned.')
})
