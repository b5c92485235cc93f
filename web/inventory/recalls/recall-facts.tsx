import { Link } from 'react-router'
import { isNotified, type Recall } from '#shared/inventory/recalls/recall.ts'
import { seconds } from './recall-drill.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The scope of a recall, and its progress. */
export function RecallFacts({ recall }: { recall: Recall }) {
  const { customers, supplier, receivedFrom, receivedTo, instruction, summary } = recall
  const seesSuppliers = useCan('crm.view')
  const notifiedCount = customers.filter(isNotified).length
  const goods = customers.flatMap((customer) => customer.goods)
  const out = goods.reduce((sum, one) => sum + one.quantity, 0)
  const back = goods.reduce((sum, one) => sum + one.cameBack, 0)
  const facts: Fact[] = [
    ...(supplier
      ? [
          {
            label: 'Delivered by',
            value: seesSuppliers ? <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link> : supplier.name,
          },
          {
            label: 'Received',
            value: receivedFrom && receivedTo && `${formatDay(receivedFrom)} – ${formatDay(receivedTo)}`,
          },
        ]
      : []),
    { label: 'Started', value: <RelativeTime at={recall.createdAt} /> },
    { label: 'By', value: recall.createdBy },
    { label: 'Found and blocked in', value: seconds(recall.tookMs), numeric: true },
    ...(recall.endedAt
      ? [
          { label: recall.status === 'CLOSED' ? 'Closed' : 'Withdrawn', value: <RelativeTime at={recall.endedAt} /> },
          { label: 'Ended by', value: recall.endedBy },
        ]
      : []),
  ]
  return (
    <div className="grid grid-cols-2 items-start gap-6 max-lg:grid-cols-1">
      <Card title="Recall">
        <DescriptionList facts={facts} />
      </Card>
      <Card title="Progress">
        <div className="flex flex-col gap-4">
          <Progress
            label={`Customers notified: ${notifiedCount.toLocaleString()} of ${customers.length.toLocaleString()}`}
            part={notifiedCount}
            all={customers.length}
          />
          <Progress
            label={`Returned units: ${back.toLocaleString()} of ${out.toLocaleString()}`}
            part={back}
            all={out}
          />
          <div>
            <p className="text-muted text-xs">Instruction to customers</p>
            <p className="mt-1 whitespace-pre-line text-pretty break-words">{instruction}</p>
          </div>
          {summary && (
            <div>
              <p className="text-muted text-xs">Summary</p>
              <p className="mt-1 whitespace-pre-line text-pretty break-words">{summary}</p>
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

/** With nothing to do, the progress is complete. */
function Progress({ label, part, all }: { label: string; part: number; all: number }) {
  return <ProgressBar label={label} showLabel value={all === 0 ? 1 : Math.min(part, all)} max={all === 0 ? 1 : all} />
}
