import { z } from 'zod'
import { parseDocumentNumber } from '#shared/codes/document-number.ts'
import { Id } from '#shared/fields.ts'
import { Quantity } from '#shared/quantity.ts'

export const packageKinds = ['carton', 'pallet', 'cold_box', 'envelope', 'bag'] as const
export type PackageKind = (typeof packageKinds)[number]
export const packageKindNames: Record<PackageKind, string> = {
  carton: 'Carton',
  pallet: 'Pallet',
  cold_box: 'Cold box',
  envelope: 'Envelope',
  bag: 'Bag',
}

export const maxPackages = 200

export const PackageInput = z.strictObject({
  /** The id of an existing package; undefined for a new one. */
  id: Id.optional(),
  kind: z.enum(packageKinds),
  /** Kilograms. */
  weight: z
    .string()
    .trim()
    .regex(/^\d{1,5}(\.\d{1,3})?$/, 'is not a weight in kg')
    .nullish(),
  isCold: z.boolean().default(false),
  contents: z
    .array(z.strictObject({ lineId: Id, quantity: Quantity }))
    .max(500)
    .default([]),
})

/** The GS1 check digit of a number without it. */
export function checkDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/** The number of serial numbers of a company prefix: 17 digits less the prefix, including the extension digit. */
export const maxSerial = (prefix: string): number => 10 ** (17 - prefix.length) - 1

/** A serial shipping container code: extension digit, company prefix, serial number, check digit. */
export function ssccOf(prefix: string, serial: number): string {
  const digits = String(serial).padStart(17 - prefix.length, '0')
  const body = `${digits.slice(0, 1)}${prefix}${digits.slice(1)}`
  return body + checkDigit(body)
}

/** Grams as kilograms, up to three decimals. */
export const kilograms = (grams: number): string => String(Math.round(grams) / 1000)
export const grams = (weight: string): number => Math.round(Number(weight) * 1000)

/** The code on a package's label: its SSCC, else the shipment's number and its own. */
export const packageCode = (shipment: string, { sscc, number }: { sscc: string | null; number: number }): string =>
  sscc ?? `${shipment}-${number}`

/** A scanned or typed package label: an SSCC, or the shipment's number and the package's. */
export type PackageCode = { sscc: string } | { shipment: string; number: number }
export function readPackageCode(text: string): PackageCode | null {
  const code = text.replaceAll(/[\s()]/g, '')
  const sscc = /^(?:\][Cde]\d)?(?:00)?(\d{18})$/.exec(code)?.[1]
  if (sscc && checkDigit(sscc.slice(0, 17)) === sscc.slice(17)) return { sscc }
  const [, before = '', number] = /^(.+)-(\d{1,3})$/.exec(code) ?? []
  const shipment = parseDocumentNumber(before)
  return shipment && number ? { shipment, number: Number(number) } : null
}
