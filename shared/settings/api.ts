import { z } from 'zod'
import { QuantityOrNone } from '#shared/quantity.ts'
import { isTimeZone } from '#shared/dates.ts'
import { Email, text, Version } from '#shared/fields.ts'
import { type FieldAccess, route } from '#shared/http/route.ts'
import { defaultProofPolicy, proofPhotos, proofSignatures } from '#shared/logistics/shipments/proof-policy.ts'
import { imageTypes, maxImageBytes } from '#shared/inventory/products/image-limits.ts'
import { noTax } from '#shared/money-lines.ts'
import { isCurrency } from './currencies.ts'
import { defaultPrefixes, NumberPrefixes } from './numbering.ts'
import { isBic, isIban, plainIban } from './bank-account.ts'
import { TaxSettings } from './tax-settings.ts'

const days = (maximum: number) =>
  z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(maximum, `must be at most ${maximum.toLocaleString('en')}`)

/** A field that has to be sent, and may be empty: '' and null both mean that there is none. */
export const emptyOr = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullable()
    .transform((value) => value?.trim() || null)
    .pipe(schema.nullable())

/** An address of the web: other schemes would run as a script, or open a program, where it is clicked. */
const Website = text(200)
  .refine((value) => /^https?:\/\/[^\s/?#@]+([/?#]|$)/i.test(value), 'must begin with https:// or http://')
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.hostname, error: 'is not a website address' }))

const Iban = text(50)
  .transform(plainIban)
  .pipe(z.string().refine(isIban, 'is not an IBAN: a digit is wrong or missing'))
const Bic = text(20).transform(plainIban).pipe(z.string().refine(isBic, 'is not a BIC'))

/**
 * Company settings; one schema for the server, the form and the docs. Every field is required, so that a part of the object
 * can't silently reset the rest.
 */
export const Settings = z.strictObject({
  lowStockThreshold: QuantityOrNone,
  company: z.strictObject({
    name: text(120),
    headquarters: emptyOr(text(200)),
    website: emptyOr(Website),
    contactEmail: emptyOr(Email),
    phone: emptyOr(text(60)),
    address: emptyOr(text(400)),
    /** For value-added tax and the like; on documents. */
    taxNumber: emptyOr(text(40)),
    /** Where customers pay to. */
    iban: emptyOr(Iban),
    bic: emptyOr(Bic),
  }),
  /** The small print of documents. */
  documents: z.strictObject({
    invoiceTerms: emptyOr(text(2000)),
    confirmationTerms: emptyOr(text(2000)),
  }),
  inventory: z.strictObject({
    /** A lot counts as near its expiry when it has so many days left, or fewer. */
    nearExpiryDays: days(3650),
    /** Days that a lot must have left on the day of delivery, where the customer asks for nothing else. */
    minimumShelfLifeDays: days(3650),
  }),
  purchasing: z.strictObject({
    /** Purchase orders above it need somebody else's approval; none when empty. */
    approvalLimit: emptyOr(z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'is not an amount with at most 2 decimals')),
    /** So much more than ordered may arrive. */
    overReceiptPercent: days(100),
    /** Days from order to arrival, of items that have none of their own. */
    leadTimeDays: days(730),
    /** A reorder should last so many days beyond its arrival. */
    coverDays: days(730),
    /** So many of a hundred orders should find the goods there: the safety stock of a forecast follows from it. */
    serviceLevelPercent: z
      .number('must be a whole number')
      .int('must be a whole number')
      .min(50, 'must be at least 50')
      .max(99, 'must be at most 99'),
  }),
  logistics: z.strictObject({
    /** As GS1 gave it; packages get serial numbers (SSCC) of it. Without one they carry a number of our own. */
    gs1Prefix: emptyOr(z.string().regex(/^\d{4,12}$/, 'must have 4 to 12 digits')),
    /** What a driver's proof of delivery needs, beside the name of who received the goods. */
    proof: z.strictObject({
      /** `typed`: the receiver's typed name is enough. */
      signature: z.enum(proofSignatures),
      photo: z.enum(proofPhotos),
      /** Every package is scanned as it is handed over. */
      scan: z.boolean(),
    }),
  }),
  posting: z.strictObject({
    /** Payments, receipts and returns may be dated so many days ahead. */
    futureDays: days(365),
  }),
  numbering: NumberPrefixes,
  tax: TaxSettings,
  /** Of overdue invoices, by mail: after so many days each. */
  reminders: z
    .strictObject({
      automatic: z.boolean(),
      firstDays: days(365),
      secondDays: days(365),
      thirdDays: days(365),
    })
    .refine(({ firstDays, secondDays }) => firstDays < secondDays, {
      path: ['secondDays'],
      message: 'must be later than the first',
    })
    .refine(({ secondDays, thirdDays }) => secondDays < thirdDays, {
      path: ['thirdDays'],
      message: 'must be later than the second',
    }),
  /** ISO 4217; one without hundredths is good only where it stands already. */
  currency: z.string().refine(isCurrency, 'is not a currency of ISO 4217'),
  /** IANA name; business dates are days there. */
  timeZone: z.string().max(60).refine(isTimeZone, 'is not a time zone'),
  security: z.strictObject({ requireSecondFactorForAdmins: z.boolean() }),
})
export type Settings = z.output<typeof Settings>

const { shape } = Settings
/** The settings as one user may read them: a section that is not for them is null. */
export const VisibleSettings = Settings.extend({
  inventory: shape.inventory.nullable(),
  purchasing: shape.purchasing.nullable(),
  numbering: shape.numbering.nullable(),
  tax: shape.tax.nullable(),
  reminders: shape.reminders.nullable(),
  security: shape.security.nullable(),
})
export type VisibleSettings = z.output<typeof VisibleSettings>
export const settingsFields = {
  inventory: ['inventory.view', 'rawmaterials.view', 'purchaseOrders.view', 'salesOrders.view'],
  purchasing: 'purchaseOrders.view',
  numbering: 'admin',
  tax: ['salesOrders.view', 'salesOrders.edit', 'invoices.view'],
  reminders: 'invoices.view',
  security: 'admin',
} as const satisfies FieldAccess & { [Section in keyof Settings]?: unknown }

/** Before anybody has saved any. */
export const defaultSettings: Settings = {
  lowStockThreshold: 10,
  company: {
    name: 'Wardstock',
    headquarters: null,
    website: null,
    contactEmail: null,
    phone: null,
    address: null,
    taxNumber: null,
    iban: null,
    bic: null,
  },
  documents: { invoiceTerms: null, confirmationTerms: null },
  inventory: { nearExpiryDays: 90, minimumShelfLifeDays: 0 },
  purchasing: { approvalLimit: null, overReceiptPercent: 0, leadTimeDays: 14, coverDays: 30, serviceLevelPercent: 95 },
  logistics: { gs1Prefix: null, proof: defaultProofPolicy },
  posting: { futureDays: 0 },
  numbering: defaultPrefixes,
  tax: { rates: [{ name: noTax.name, kind: 'exempt', percent: '0' }], defaultRate: noTax.name },
  reminders: { automatic: false, firstDays: 7, secondDays: 21, thirdDays: 42 },
  currency: 'USD',
  timeZone: 'UTC',
  security: { requireSecondFactorForAdmins: false },
}

/** `version` goes into If-Match of the next change. */
const answer = {
  version: Version,
  /** Money is booked in the currency, so it stays. */
  isCurrencyFixed: z.boolean(),
  /** Without a mail server nothing is sent: mails wait for an administrator to hand them over. */
  isMailSetUp: z.boolean(),
  /** Of the logo, as a part of its address; null without one. */
  logo: z.string().nullable(),
  /** For If-Match of the logo's next change. */
  logoVersion: Version,
}

export const settingsApi = {
  getSettings: route('GET /api/settings', {
    access: 'session',
    summary: 'The company settings, without the sections that the caller may not read.',
    beforeSecondFactor: true,
    reply: z.object({ data: VisibleSettings, ...answer }),
    fields: settingsFields,
  }),
  getLogo: route('GET /api/settings/logo', {
    access: 'session',
    summary: 'The logo at the head of documents. It never changes under its `v`.',
    query: z.strictObject({ v: z.string().max(60).optional() }),
    reply: null,
    download: 'image/png',
    mayBeMissing: true,
  }),
  putLogo: route('PUT /api/settings/logo', {
    access: 'admin',
    summary: 'Takes one JPEG, PNG or WebP file, sent raw, as the logo; it is drawn anew.',
    upload: { maxBytes: maxImageBytes, types: imageTypes },
    emits: ['settings_updated'],
    reply: z.object({ logo: z.string(), version: Version }),
    ifMatch: true,
  }),
  removeLogo: route('DELETE /api/settings/logo', {
    access: 'admin',
    summary: 'Removes the logo.',
    emits: ['settings_updated'],
    reply: null,
    ifMatch: true,
  }),
  printSampleInvoice: route('GET /api/settings/sample-invoice.pdf', {
    access: 'admin',
    summary: 'A sample invoice, to see how documents look.',
    reply: null,
    download: 'application/pdf',
  }),
  putSettings: route('PUT /api/settings', {
    access: 'admin',
    summary: 'Replaces the company settings by the whole merged object.',
    body: Settings,
    emits: ['settings_updated', 'route_updated'],
    reply: z.object({ data: Settings, ...answer }),
    ifMatch: true,
  }),
} as const
