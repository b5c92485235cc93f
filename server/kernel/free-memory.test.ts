import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freeMemory } from './free-memory.ts'

test('freeMemory() collects unreferenced objects and keeps referenced ones', async () => {
  const used = { name: 'used' }
  const references = [new WeakRef(used), new WeakRef({ name: 'left' })]
  // A WeakRef keeps its target alive until the current turn of the event loop ends.
  await setImmediate()
  freeMemory()
  expect(references.map((one) => one.deref())).toEqual([used, undefined])
})
