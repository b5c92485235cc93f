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

/** A required field that may be empty: '' and null both mean no value. */
export const emptyOr = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullable()
    .transform((value) => value?.trim() || null)
    .pipe(schema.nullable())

/** An http(s) address: other schemes could run a script, or open a program, when clicked. */
const Website = text(200)
  .refine((value) => /^https?:\/\/[^\s/?#@]+([/?#]|$)/i.test(value), 'must begin with https:// or http://')
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.hostname, error: 'is not a website address' }))

const Iban = text(50)
  .transform(plainIban)
  .pipe(z.string().refine(isIban, 'is not an IBAN: a digit is wrong or missing'))
const Bic = text(20).transform(plainIban).pipe(z.string().refine(isBic, 'is not a BIC'))

/**
 * Company settings; one schema for the server, the form and the docs. All fields are required, so that a partial object can't
 * silently reset the rest.
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
    /** The VAT number or the like; on documents. */
    taxNumber: emptyOr(text(40)),
    /** The account for customers' payments. */
    iban: emptyOr(Iban),
    bic: emptyOr(Bic),
  }),
  /** The small print of documents. */
  documents: z.strictObject({
    invoiceTerms: emptyOr(text(2000)),
    confirmationTerms: emptyOr(text(2000)),
  }),
  inventory: z.strictObject({
    /** A lot is near its expiry with this many days left, or fewer. */
    nearExpiryDays: days(3650),
    /** Days that a lot must have left on the day of delivery, unless the customer requires another number. */
    minimumShelfLifeDays: days(3650),
  }),
  purchasing: z.strictObject({
    /** Purchase orders above it need another user's approval; empty for none. */
    approvalLimit: emptyOr(z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'is not an amount with at most 2 decimals')),
    /** How much more than ordered may arrive. */
    overReceiptPercent: days(100),
    /** Days from order to arrival, for items without their own lead time. */
    leadTimeDays: days(730),
    /** Days that a reorder should last after its arrival. */
    coverDays: days(730),
    /** The service level: how many of a hundred orders should find the goods in stock. It determines the safety stock of a forecast. */
    serviceLevelPercent: z
      .number('must be a whole number')
      .int('must be a whole number')
      .min(50, 'must be at least 50')
      .max(99, 'must be at most 99'),
  }),
  logistics: z.strictObject({
    /** The company prefix from GS1, for the serial numbers (SSCC) of packages. Without it they have our own numbers. */
    gs1Prefix: emptyOr(z.string().regex(/^\d{4,12}$/, 'must have 4 to 12 digits')),
    /** The required proof of delivery, besides the name of the receiver. */
    proof: z.strictObject({
      /** `typed`: the receiver's typed name is enough. */
      signature: z.enum(proofSignatures),
      photo: z.enum(proofPhotos),
      /** Every package is scanned at the delivery. */
      scan: z.boolean(),
    }),
  }),
  posting: z.strictObject({
    /** How many days ahead payments, receipts and returns may be dated. */
    futureDays: days(365),
  }),
  numbering: NumberPrefixes,
  tax: TaxSettings,
  /** Reminders of overdue invoices by mail: after how many days each. */
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
  /** ISO 4217; a currency without hundredths is accepted only if it is the current one. */
  currency: z.string().refine(isCurrency, 'is not a currency of ISO 4217'),
  /** IANA name; business dates are days in this time zone. */
  timeZone: z.string().max(60).refine(isTimeZone, 'is not a time zone'),
  security: z.strictObject({ requireSecondFactorForAdmins: z.boolean() }),
})
export type Settings = z.output<typeof Settings>

const { shape } = Settings
/** The settings that one user may read: sections without the right are null. */
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

/** Used until settings are saved. */
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

/** `version` is for If-Match of the next change. */
const answer = {
  version: Version,
  /** True once money is booked: the currency can't be changed any more. */
  isCurrencyFixed: z.boolean(),
  /** Without a mail server no mails are sent: they wait for an administrator to pass them on. */
  isMailSetUp: z.boolean(),
  /** The version of the logo in its URL; null without a logo. */
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
