import { expect, test } from 'vitest'
import { asLockOrder } from './lock-order.ts'

test('locks must be taken in ascending order of rank', () => {
  const locks = asLockOrder()
  locks.take('salesOrder', 'b')
  locks.take('stock', 'a', 'c')
  locks.take('counter', 'INV')
  expect(() => locks.take('stock', 'a')).not.toThrow()
  expect(() => locks.take('stock', 'd')).toThrow('Lock order: stock:d after a lock of counter')
})

test('locks of the same kind must be taken in ascending order of key', () => {
  const locks = asLockOrder()
  expect(() => locks.take('stock', 'b', 'a')).toThrow('Lock order: stock:a after stock:b')
})
