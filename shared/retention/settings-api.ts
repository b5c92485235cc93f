import { z } from 'zod'
import { Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day (HH:MM)')
const days = (least: number, maximum: number) => z.number().int().min(least).max(maximum)

/** The maximum number of messages in one spell. */
export const maxSteps = 3
/** The channel of messages: `emailFirst` sends an SMS if there is no email address. */
export const channelChoices = ['emailFirst', 'Email', 'SMS'] as const
export type ChannelChoice = (typeof channelChoices)[number]

export const RetentionSettings = z.strictObject({
  /** A customer is inactive if the last order is more days ago than this. */
  inactivityDays: days(1, 3650),
  /** Older messages are deleted from the log. */
  logRetentionDays: days(30, 3650),
  /** Sends every hour automatically. */
  automatic: z.boolean(),
  channel: z.enum(channelChoices),
  /** Also messages customers who are late by their own rhythm, before they are inactive. */
  rhythm: z.boolean(),
  /** The minimum number of days late by their rhythm. */
  rhythmGraceDays: days(0, 365),
  /** Quiet hours in the customer's local time; equal times mean none. */
  quietFrom: TimeOfDay,
  quietTo: TimeOfDay,
  /** The maximum number of messages to one customer within 30 days. */
  maxPer30Days: z.number().int().min(1).max(30),
  /** The percentage of customers who are held out, for comparison. */
  holdOutPercent: z.number().int().min(0).max(50),
  /** The number of messages in one spell. */
  steps: z.number().int().min(1).max(maxSteps),
  /** Days between two messages. */
  stepDays: days(1, 365),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>

/** Used until settings are saved. */
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
