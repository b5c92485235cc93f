import { expect, test } from 'vitest'
import { asLockOrder } from './lock-order.ts'

test('locks are taken upwards by rank, then by key', () => {
  const locks = asLockOrder()
  locks.take('salesOrder', 'b')
  locks.take('stock', 'a', 'c')
  locks.take('counter', 'INV')
  expect(() => locks.take('stock', 'a')).not.toThrow()
  expect(() => locks.take('stock', 'd')).toThrow('Lock order: stock:d after a lock of counter')
})

test('two of a kind go by key', () => {
  const locks = asLockOrder()
  expect(() => locks.take('stock', 'b', 'a')).toThrow('Lock order: stock:a after stock:b')
})
