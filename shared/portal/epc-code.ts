/** The maximum amount of a SEPA credit transfer in an EPC code, in minor units. */
const maxMinor = 99_999_999_999n

interface Transfer {
  holder: string
  iban: string
  bic: string | null
  currency: string
  /** Major units, "12.50". */
  amount: string
  reference: string
}

/**
 * The content of an EPC QR code, which banking apps read as a transfer (EPC069-12, version 002); null if it can't be one: a
 * currency other than euros, no amount, or an amount above the maximum.
 */
export function epcCode({ holder, iban, bic, currency, amount, reference }: Transfer): string | null {
  const minor = BigInt(amount.replace('.', ''))
  if (currency !== 'EUR' || minor <= 0n || minor > maxMinor) return null
  const name = [...holder].slice(0, 70).join('')
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    name,
    iban,
    `EUR${amount}`,
    '',
    '',
    [...reference].slice(0, 140).join(''),
  ].join('\n')
}
