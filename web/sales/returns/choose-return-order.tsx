import { returnsApi } from '#shared/sales/returns/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit } from '#web/forms/picker.tsx'
import { returnTrail } from './return-trail.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

async function searchOrders(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(returnsApi.listReturnOrders, { query }, { signal, quiet: true })
  return data.map(({ id, number, account, deliveredDate, failed }) => ({
    id,
    label: number,
    secondary: `${account.name}, ${failed ? 'failed delivery' : deliveredDate ? `delivered ${formatDay(deliveredDate)}` : 'delivered'}`,
  }))
}

/** Asks for the order of a new return. */
export function ChooseReturnOrder({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <div className="flex w-full max-w-180 flex-col gap-6">
      <PageHeader title="New return" breadcrumbs={returnTrail} />
      <Card title="Choose an order" help="Returns are possible for delivered orders and failed deliveries.">
        <Picker
          label="Order"
          placeholder="Search by number or customer…"
          value={null}
          onChange={(option) => option && onChoose(option.id)}
          search={searchOrders}
        />
      </Card>
    </div>
  )
}
