import { expect, test } from 'vitest'
import { fieldName, fieldValue } from './field-words.ts'

test('[CRM-02] shows the fields and values of a change in the words of the record’s page (D2)', () => {
  const window = JSON.stringify([{ to: '10:00', days: [1, 2, 3], from: '08:00' }])
  const shown = [
    ['labels', '["hot","eye"]'],
    ['labels', '[]'],
    ['deliveryWindows', window],
    ['deliveryWindows', '[]'],
    ['priceTier', 'highVolume'],
    ['status', 'inactive'],
    ['creditLimit', '5000.00'],
    ['paymentTermsDays', '1'],
    ['minShelfLifeDays', '270'],
    ['followUpDate', '2026-12-01'],
    ['taxNumber', null],
    ['owner', null],
  ] as const
  expect(shown.map(([field, value]) => `${fieldName(field)}: ${fieldValue(field, value)}`)).toEqual([
    'Labels: hot, eye',
    'Labels: nothing',
    'Delivery windows: Mon–Wed 08:00–10:00',
    'Delivery windows: nothing',
    'Price tier: High volume',
    'Status: Inactive',
    'Credit limit: 5,000.00',
    'Payment terms: 1 day',
    'Minimum shelf life: 270 days',
    'Follow-up date: 1 Dec 2026',
    'Tax number: nothing',
    'Owner: nobody',
  ])
})
