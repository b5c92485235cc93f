import { businessDate } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { forecastApi } from '#shared/reports/forecast/api.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import { forecastItem } from './keep-forecasts.ts'
import { getForecast, listForecasts, summarizeForecasts } from './forecasts.ts'

export function serveForecasts({ read, write }: Serve, { clock, timeZone, replica }: ServeDeps): void {
  const today = () => businessDate(clock(), timeZone())
  read(forecastApi.listForecasts, ({ query }) => replica.read((db) => listForecasts(db, query)))
  read(forecastApi.summarizeForecasts, () => replica.read((db) => summarizeForecasts(db)))
  read(forecastApi.getForecast, ({ params }) =>
    replica.read(async (db) => ({ data: await getForecast(db, params.id, today()) })),
  )
  write(forecastApi.recalculateForecasts, async (work) => {
    await queueJob(work.tx, 'forecast-demand', {})
    work.audit('forecast.queued', 'forecast', null)
  })
  write(forecastApi.recalculateForecast, async (work, { params }) => {
    const item = await work.tx
      .selectFrom('items')
      .select('name')
      .where('id', '=', params.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!item) throw new Refusal('NOT_FOUND')
    await forecastItem(work.tx, params.id, work.today)
    work.audit('forecast.made', 'product', params.id)
    work.announce('inventory_updated', { itemId: params.id, warehouse: '' })
    return { data: await getForecast(work.tx, params.id, work.today) }
  })
}
