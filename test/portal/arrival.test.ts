import { expect, test } from 'vitest'
import { formatArrival } from '#web/portal/portal-words.ts'

test('[CUS-01] the portal shows the expected arrival in the company’s time zone, with the date if it is not today', () => {
  const home = { today: '2026-11-27', timeZone: 'Pacific/Auckland' }
  const late = '2026-11-26T23:30:00Z'
  expect(formatArrival(home, late, null, null)).toBe('Expected at 12:30')
  expect(formatArrival(home, '2026-11-27T23:30:00Z', null, 1)).toBe('Expected 28 Nov 2026, 12:30, 1 stop before you')
  expect(formatArrival({ today: '2026-11-26', timeZone: 'UTC' }, late, null, 2)).toBe(
    'Expected at 23:30, 2 stops before you',
  )
  expect(formatArrival(home, null, '2026-11-27', null)).toBe('Expected on 27 Nov 2026')
  expect(formatArrival(home, null, '2026-11-24', null)).toBe('Was expected on 24 Nov 2026')
  expect(formatArrival(home, null, null, null)).toBe('On the road')
})
