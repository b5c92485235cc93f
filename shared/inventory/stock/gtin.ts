/** Lengths of GS1 numbers: GTIN-8, UPC-A (12), EAN-13 and GTIN-14; the last digit is the check digit. */
const lengths = new Set([8, 12, 13, 14])

/** The check digit: from the right, digits count three times and once in turn. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  }
  return (10 - (sum % 10)) % 10
}

/** The problem of a barcode; null if there is none. Barcodes that don't look like a GTIN may be anything. */
export function barcodeProblem(barcode: string): string | null {
  if (!/^\d+$/.test(barcode) || !lengths.has(barcode.length)) return null
  const wanted = checkDigit(barcode.slice(0, -1))
  return barcode.endsWith(String(wanted)) ? null : `is not a valid GTIN: the check digit should be ${wanted}`
}
