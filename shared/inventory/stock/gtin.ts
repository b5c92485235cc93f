/** A number on the pack by the GS1 rules: GTIN-8, UPC-A (12), EAN-13 or GTIN-14; its last digit proves the others. */
const lengths = new Set([8, 12, 13, 14])

/** The digit that the digits before it ask for: from the right they count three times and once in turn. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  }
  return (10 - (sum % 10)) % 10
}

/** What is wrong with a barcode; null where nothing is. What isn't a GTIN by its form may be anything that scans. */
export function barcodeProblem(barcode: string): string | null {
  if (!/^\d+$/.test(barcode) || !lengths.has(barcode.length)) return null
  const wanted = checkDigit(barcode.slice(0, -1))
  return barcode.endsWith(String(wanted)) ? null : `is not a valid GTIN: the check digit should be ${wanted}`
}
