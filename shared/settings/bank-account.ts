/** "de89 3704…" → "DE893704…": the form for storage, requests and QR codes. */
export const plainIban = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** True if the check digits are right (ISO 13616: the remainder by 97 is 1). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** In groups of four, for people. */
export const shownIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)
