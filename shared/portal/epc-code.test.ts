import { expect, test } from 'vitest'
import { isBic, isIban, plainIban, shownIban } from '#shared/settings/bank-account.ts'
import { epcCode } from './epc-code.ts'

const transfer = {
  holder: 'Harbour Medical GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  currency: 'EUR',
  amount: '105.00',
  reference: 'INV-2026-000001',
}

test('[CUS-01] an EPC QR code has eleven lines in the order of the standard', () => {
  expect(epcCode(transfer)).toBe(
    'BCD\n002\n1\nSCT\nCOBADEFFXXX\nHarbour Medical GmbH\nDE89370400440532013000\nEUR105.00\n\n\nINV-2026-000001',
  )
  expect(epcCode({ ...transfer, bic: null })?.split('\n')[4]).toBe('')
  expect(epcCode({ ...transfer, holder: 'ä'.repeat(80) })?.split('\n')[5]).toHaveLength(70)
})

test('[CUS-01] no EPC QR code for other currencies than EUR, a zero amount, or too large an amount', () => {
  expect(epcCode({ ...transfer, currency: 'USD' })).toBeNull()
  expect(epcCode({ ...transfer, amount: '0.00' })).toBeNull()
  expect(epcCode({ ...transfer, amount: '1000000000.00' })).toBeNull()
  expect(epcCode({ ...transfer, amount: '999999999.99' })).not.toBeNull()
})

test('detects mistyped IBANs by their check digits; checks the length of BICs', () => {
  expect(isIban(plainIban('de89 3704 0044 0532 0130 00'))).toBe(true)
  expect(isIban('GB82WEST12345698765432')).toBe(true)
  expect(isIban('DE89370400440532013001')).toBe(false)
  expect(isIban('DE98370400440532013000')).toBe(false)
  expect(isIban('')).toBe(false)
  expect(shownIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  expect([isBic('COBADEFF'), isBic('COBADEFFXXX'), isBic('COBADEF')]).toEqual([true, true, false])
})
