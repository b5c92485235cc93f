import { expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '#shared/http/route.ts'
import type { App } from '#server/app.ts'
import { statedEvents } from './stated-events.ts'

const rename = route('PUT /api/things/:id', {
  access: 'session',
  summary: 'For this test.',
  params: z.strictObject({ id: z.string() }),
  emits: ['account_updated'],
  reply: null,
})
type Listen = Parameters<App['onTold']>[0]

function announce(source: string, name: 'account_updated' | 'inventory_transaction') {
  let listen: Listen = () => {}
  const check = statedEvents({
    routes: [rename],
    onTold: (given) => {
      listen = given
      return () => {}
    },
  })
  listen([{ name, payload: {} } as Parameters<Listen>[0][number]], source)
  return check
}

test('[RT-06] a request in a test may emit only the events that its contract states', () => {
  expect(announce('PUT /api/things/:id', 'account_updated')).not.toThrow()
  expect(announce('PUT /api/things/:id', 'inventory_transaction')).toThrow(
    'PUT /api/things/:id announces inventory_transaction',
  )
})

test('background work may emit any event', () => {
  expect(announce('freeBackOrders', 'inventory_transaction')).not.toThrow()
})
