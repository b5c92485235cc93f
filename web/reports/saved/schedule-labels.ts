import type { ReportSchedule } from '#shared/reports/schedules-api.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const frequencyNames = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' } as const
export const formatNames = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', link: 'Link only' } as const

/** "Mondays at 07:30", "Last day of each month at 07:30" */
export function timesLabel({ frequency, weekday, monthDay, time }: ReportSchedule): string {
  if (frequency === 'weekly') return `${weekdays[(weekday ?? 1) - 1]}s at ${time}`
  if (frequency === 'monthly')
    return monthDay === 31 ? `Last day of each month at ${time}` : `Day ${monthDay} of each month at ${time}`
  return `Every day at ${time}`
}
