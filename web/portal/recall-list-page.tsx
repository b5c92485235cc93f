import { useState } from 'react'
import { type PortalRecall, portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { pieces } from './portal-words.ts'
import { useDraft } from './use-draft.ts'

/** Recalls of goods that the customer received: instructions, and the answer that we need. */
export default function RecallListPage() {
  const { query } = usePortal()
  const list = useApiQuery(portalRecallsApi.listRecalls, { query }, { untold: true })
  return (
    <>
      <PageHeader title="Recalls" />
      <Loaded what="Recalls" query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState kind="nothing" title="No recalls">
              Nothing that we delivered to you was recalled.
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-5">
              {data.map((recall) => (
                <li key={recall.id}>
                  <RecallCard recall={recall} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function RecallCard({ recall }: { recall: PortalRecall }) {
  const mayAnswer = useMayInPortal('acknowledge')
  const { number, status, reason, instruction, createdAt, goods, acknowledgement } = recall
  const isOpen = status === 'OPEN'
  return (
    <Card
      title={`Recall ${number}`}
      help={<RelativeTime at={createdAt} />}
      action={
        acknowledgement ? (
          <StatusBadge tone="good">Acknowledged</StatusBadge>
        ) : (
          <StatusBadge tone={isOpen ? 'bad' : 'neutral'}>{isOpen ? 'Answer needed' : 'Closed'}</StatusBadge>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere font-medium">{reason}</p>
        <p className="wrap-anywhere whitespace-pre-line">{instruction}</p>
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {goods.map((one) => (
            <li key={`${one.product} ${one.lotNumber}`} className="flex gap-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-medium">{one.product}</p>
                <p className="wrap-anywhere text-muted text-table">
                  Lot {one.lotNumber}
                  {one.expiryDate && `, exp. ${formatDay(one.expiryDate)}`}
                  <span className="block">{unbrokenNumbers(one.orders.join(', '))}</span>
                </p>
              </div>
              <p className="figures shrink-0 text-right text-table">
                {pieces(one.held)} with you
                <span className="block text-muted">{pieces(one.delivered)} delivered</span>
              </p>
            </li>
          ))}
        </ul>
        {acknowledgement && (
          <Notice tone="good" title={`Acknowledged by ${acknowledgement.name}`}>
            {pieces(acknowledgement.held)} still with you, <RelativeTime at={acknowledgement.at} />.{' '}
            {acknowledgement.note}
          </Notice>
        )}
        {isOpen && !acknowledgement && mayAnswer && <AnswerForm recall={recall} />}
      </div>
    </Card>
  )
}

function AnswerForm({ recall }: { recall: PortalRecall }) {
  const { home } = usePortal()
  const { draft, change, clear } = useDraft(`recall-${recall.id}`, { name: home.user.name, held: '', note: '' })
  const { name, note } = draft
  const held = draft.held === '' ? null : Number(draft.held)
  const answer = useApiMutation(portalRecallsApi.acknowledge, {
    errors: 'page',
    successMessage: () => `Recall ${recall.number} was acknowledged`,
    onSuccess: clear,
  })
  const [isTried, setTried] = useState(false)
  const isCounted = held !== null && Number.isInteger(held) && held >= 0
  const delivered = recall.goods.reduce((sum, one) => sum + one.delivered, 0)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isCounted && name.trim()) answer.submit({ params: { id: recall.id }, body: { name, held, note } })
      }}
    >
      <NumberField
        label="Pieces that you still have"
        required
        className="max-w-60"
        value={held}
        onChange={(count) => change({ held: count === null ? '' : String(count) })}
        error={isTried && !isCounted ? 'Count the pieces; enter 0 if none are left' : undefined}
      />
      {isCounted && held > delivered && (
        <Notice tone="warn">
          That is more than was delivered to you ({pieces(delivered)}). Check that you counted the recalled lots only.
        </Notice>
      )}
      <TextField
        label="Your name"
        required
        maxLength={160}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
        error={isTried && !name.trim() ? 'A name is required' : undefined}
      />
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
      {answer.error && <Notice tone="bad">{answer.error.message}</Notice>}
      <Button type="submit" variant="primary" className="self-start" busy={answer.isPending}>
        Acknowledge recall
      </Button>
    </form>
  )
}
