import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '#web/api/api-error.ts'
import { IdempotencyKey } from '#web/api/idempotency-key.ts'

test('the same content keeps its idempotency key until there is a response', () => {
  const intent = new IdempotencyKey()
  const first = intent.keyFor('order of five')
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(intent.keyFor('order of five')).toBe(first)
  intent.settle()
  expect(intent.keyFor('order of five')).not.toBe(first)
})

test('different content gets a different idempotency key', () => {
  const intent = new IdempotencyKey()
  expect(intent.keyFor('order of five')).not.toBe(intent.keyFor('order of six'))
})

test('the outcome is uncertain only after no response, a 5xx or REQUEST_IN_PROGRESS', () => {
  const isUncertain = (status: number, code: ErrorCode = 'UNKNOWN') => new ApiError('', { status, code }).isUncertain
  expect([isUncertain(0), isUncertain(500), isUncertain(503), isUncertain(409, 'REQUEST_IN_PROGRESS')]).not.toContain(
    false,
  )
  expect([isUncertain(409, 'INSUFFICIENT_STOCK'), isUncertain(422), isUncertain(403)]).not.toContain(true)
})
