import { z } from 'zod'
import { QuantityOrNone } from '#shared/quantity.ts'
import { optionalText, text, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { TaxSettings } from './tax-settings.ts'

const days = (most: number) =>
  z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(most, `must be at most ${most.toLocaleString('en')}`)

/** Company settings; one schema for the server, the form and the docs. Defaults work without a visit. */
export const Settings = z.strictObject({
  lowStockThreshold: QuantityOrNone.default(10),
  company: z
    .strictObject({
      name: text(120).default('Wardstock'),
      headquarters: optionalText(200),
      website: optionalText(200),
      contactEmail: optionalText(254),
      phone: optionalText(60),
      address: optionalText(400),
    })
    .prefault({}),
  inventory: z
    .strictObject({
      /** A lot counts as near its expiry when it has so many days left, or fewer. */
      nearExpiryDays: days(3650).default(90),
      /** Days that a lot must have left on the day of delivery, where the customer asks for nothing else. */
      minimumShelfLifeDays: days(3650).default(0),
    })
    .prefault({}),
  purchasing: z
    .strictObject({
      /** Purchase orders above it need somebody else's approval; none when empty. */
      approvalLimit: z
        .string()
        .trim()
        .regex(/^(\d{1,10}(\.\d{1,2})?)?$/, 'is not an amount with at most 2 decimals')
        .nullish()
        .transform((value) => value || null),
      /** So much more than ordered may arrive. */
      overReceiptPercent: days(100).default(0),
      /** Days from order to arrival, of items that have none of their own. */
      leadTimeDays: days(730).default(14),
      /** A reorder should last so many days beyond its arrival. */
      coverDays: days(730).default(30),
    })
    .prefault({}),
  tax: TaxSettings.prefault({}),
  /** Of overdue invoices, by mail: after so many days each. */
  reminders: z
    .strictObject({
      automatic: z.boolean().default(false),
      firstDays: days(365).default(7),
      secondDays: days(365).default(21),
      thirdDays: days(365).default(42),
    })
    .refine(({ firstDays, secondDays, thirdDays }) => firstDays < secondDays && secondDays < thirdDays, {
      path: ['thirdDays'],
      message: 'must be the latest of the three',
    })
    .prefault({}),
  /** ISO 4217. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency code')
    .default('USD'),
  /** IANA name; business dates are days there. */
  timeZone: z.string().min(1).max(60).default('UTC'),
  security: z.strictObject({ requireSecondFactorForAdmins: z.boolean().default(false) }).prefault({}),
})
export type Settings = z.output<typeof Settings>
export const defaultSettings: Settings = Settings.parse({})

/** `version` goes into If-Match of the next change. */
const reply = z.object({ data: Settings, version: Version.optional() })

export const settingsApi = {
  getSettings: route('GET /api/settings', {
    access: 'session',
    summary: 'The company settings.',
    reply,
  }),
  putSettings: route('PUT /api/settings', {
    access: 'admin',
    summary: 'Replaces the company settings by the whole merged object; 412 where If-Match is sent and stale.',
    body: Settings,
    reply,
    ifMatch: 'optional',
  }),
} as const
