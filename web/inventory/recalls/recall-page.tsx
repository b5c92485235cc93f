import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Recall, RecallCustomer } from '#shared/inventory/recalls/recall.ts'
import { whyRecallNotOpen } from '#shared/inventory/recalls/recall-guards.ts'
import { useApiQuery } from '#web/api/query.ts'
import { EffectText } from '#web/inventory/stock/lot-effect-notice.tsx'
import { Card } from '#web/ui/card.tsx'
import { EndRecallDialog } from './end-recall-dialog.tsx'
import { MailAll } from './mail-all.tsx'
import { RecallCustomers } from './recall-customers.tsx'
import { RecallFacts } from './recall-facts.tsx'
import { RecallFindings } from './recall-findings.tsx'
import { RecallMenu } from './recall-menu.tsx'
import { RecallReturnDialog } from './recall-return-dialog.tsx'
import { RecallReturns } from './recall-returns.tsx'
import { RecallStatusBadge } from './recall-status-badge.tsx'
import { NotifyDialog } from './notify-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { recallPlace } from '#web/records/record-places.ts'

export const record = recallsApi.getRecall

/** A recall: where the goods are now, who was notified, what came back. Its print view is the report. */
export default function RecallPage() {
  const { id = '' } = useParams()
  const recall = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={recall} place={recallPlace}>
      {(found) => <RecallView recall={found} />}
    </RecordGate>
  )
}

type OpenDialog = { act: 'close' | 'withdraw' } | { act: 'tell' | 'back'; customer: RecallCustomer }

function RecallView({ recall }: { recall: Recall }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const isOpen = useCan('inventory.edit') && !whyRecallNotOpen(recall)
  const close = () => setDialog(undefined)
  const isSending = recall.customers.some(({ told }) => told?.mailState === 'queued')
  useApiQuery(record, { params: { id: recall.id } }, { enabled: isSending, every: isSending ? 3_000 : false })
  return (
    <>
      <PageHeader
        title={recall.number}
        status={<RecallStatusBadge status={recall.status} />}
        help={recall.reason}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.products}>Inventory</Link>
            <Link to={paths.recalls}>Recalls</Link>
          </Breadcrumbs>
        }
        menu={<RecallMenu mayEnd={isOpen} openPoints={recall.openPoints} onChoose={(act) => setDialog({ act })} />}
      />
      {recall.openPoints.length > 0 && (
        <Notice tone="warn" title="Before this recall can be closed">
          <ul>
            {recall.openPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Notice>
      )}
      <RecallFacts recall={recall} />
      {recall.effect && (
        <Card title="Orders affected when it started">
          <EffectText effect={recall.effect} />
        </Card>
      )}
      <RecallFindings found={recall} />
      <RecallCustomers
        customers={recall.customers}
        action={isOpen && <MailAll recall={recall} />}
        {...(isOpen && { onAct: (act: 'tell' | 'back', customer: RecallCustomer) => setDialog({ act, customer }) })}
      />
      <RecallReturns recall={recall} />
      {dialog?.act === 'tell' && <NotifyDialog recallId={recall.id} customer={dialog.customer} close={close} />}
      {dialog?.act === 'back' && <RecallReturnDialog recallId={recall.id} customer={dialog.customer} close={close} />}
      {(dialog?.act === 'close' || dialog?.act === 'withdraw') && (
        <EndRecallDialog recall={recall} end={dialog.act} close={close} />
      )}
    </>
  )
}
