import { expect, test } from 'vitest'
import type { Announcement } from '#server/kernel/work.ts'
import { readingFor, Recent } from './recent.ts'

const account = (accountId: string): Announcement => ({ name: 'account_updated', payload: { accountId } })

test('[RT-05] returns each event of the last minute once, for the given rooms, as far back as requested', () => {
  const recent = new Recent()
  recent.note(account('a'), ['mod:crm'], 0)
  recent.note(account('b'), ['mod:crm', 'customer:b'], 1000)
  recent.note(account('b'), ['mod:crm'], 1500)
  recent.note(account('c'), ['mod:users'], 2000)
  const accountsSince = (ms: number, rooms: string[], now: number) =>
    recent.since(ms, rooms, now).map(({ payload }) => (payload as { accountId: string }).accountId)
  expect(accountsSince(2500, ['mod:crm'], 2500)).toEqual(['a', 'b'])
  expect(accountsSince(1600, ['mod:crm', 'mod:users'], 2500)).toEqual(['b', 'c'])
  expect(accountsSince(2500, ['customer:b'], 2500)).toEqual(['b'])
  expect(accountsSince(0, ['mod:crm'], 2500)).toEqual([])
  expect(accountsSince(Number.POSITIVE_INFINITY, ['mod:crm'], 60_500)).toEqual(['b'])
})

test('stores at most 500 events, and none older than a minute', () => {
  const recent = new Recent()
  for (let at = 0; at < 1000; at += 1) recent.note(account(String(at)), ['x'], at)
  expect(recent.since(60_000, ['x'], 1000)).toHaveLength(500)
  recent.note(account('late'), ['x'], 70_000)
  expect(recent.since(60_000, ['x'], 70_000)).toEqual([account('late')])
})

test("reads the client's readingFor as a number; anything invalid becomes 0", () => {
  const hellos = [undefined, null, 'x', [], { readingFor: '5' }, { readingFor: Number.NaN }, { readingFor: -5 }]
  expect(hellos.map(readingFor)).toEqual(hellos.map(() => 0))
  expect(readingFor({ readingFor: 7 })).toBe(7)
})
