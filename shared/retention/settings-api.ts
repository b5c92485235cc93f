import { z } from 'zod'
import { Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day (HH:MM)')
const days = (least: number, maximum: number) => z.number().int().min(least).max(maximum)

/** Messages of one spell without orders at most. */
export const maxSteps = 3
/** How messages reach a customer: `emailFirst` sends an SMS where there is no email address. */
export const channelChoices = ['emailFirst', 'Email', 'SMS'] as const
export type ChannelChoice = (typeof channelChoices)[number]

export const RetentionSettings = z.strictObject({
  /** A customer is inactive when the last order is more days ago than this. */
  inactivityDays: days(1, 3650),
  /** Messages older than this leave the log. */
  logRetentionDays: days(30, 3650),
  /** Sent every hour without anybody's doing. */
  automatic: z.boolean(),
  channel: z.enum(channelChoices),
  /** Also customers who are late by their own rhythm, before they count as inactive. */
  rhythm: z.boolean(),
  /** So many days late by their rhythm at least. */
  rhythmGraceDays: days(0, 365),
  /** Nothing is sent from one to the other, by the customer's clock; the same time twice: it may always be sent. */
  quietFrom: TimeOfDay,
  quietTo: TimeOfDay,
  /** Messages to one customer within 30 days at most. */
  maxPer30Days: z.number().int().min(1).max(30),
  /** The part of customers, in percent, that gets nothing, to compare with. */
  holdOutPercent: z.number().int().min(0).max(50),
  /** Messages of one spell without orders. */
  steps: z.number().int().min(1).max(maxSteps),
  /** From one to the next. */
  stepDays: days(1, 365),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>

/** Before anybody has saved any. */
export const defaultRetentionSettings: RetentionSettings = {
  inactivityDays: 60,
  logRetentionDays: 365,
  automatic: false,
  channel: 'emailFirst',
  rhythm: false,
  rhythmGraceDays: 7,
  quietFrom: '20:00',
  quietTo: '08:00',
  maxPer30Days: 2,
  holdOutPercent: 10,
  steps: 1,
  stepDays: 30,
}

const answer = z.object({ data: RetentionSettings, version: Version })

export const retentionSettingsApi = {
  getRetentionSettings: route('GET /api/retention/settings', {
    access: 'retention.view',
    summary: 'Who is messaged, when, and how long the log is kept.',
    reply: answer,
  }),
  putRetentionSettings: route('PUT /api/retention/settings', {
    access: 'retention.edit',
    summary: 'Replaces the retention settings.',
    body: RetentionSettings,
    emits: ['account_updated'],
    reply: answer,
    ifMatch: true,
  }),
} as const
