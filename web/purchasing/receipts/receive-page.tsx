import { useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { useConflict } from '#web/forms/conflict.tsx'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { usePostingDate } from '#web/forms/posting-date.tsx'
import { rowLabel } from '#web/forms/row-label.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useRecordStatus } from '#web/forms/latest-record.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { paths } from '#web/paths.ts'
import { ReceiveLine, receiveColumnsClass } from './receive-line.tsx'
import { useReceiveScans } from './receive-scans.tsx'
import { receivedMeanwhile } from './received-meanwhile.ts'
import {
  arrivingOf,
  blankPart,
  newReceipt,
  receiptOfDraft,
  receiveBody,
  receiveField,
  receiveResolver,
  type ReceiveValues,
} from './receive-values.ts'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'
import { useToday } from '#web/session/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { purchasePlace } from '#web/records/record-places.ts'

const title = 'Receive goods'

/** Receives goods of a purchase order into stock, lot by lot. */
export default function ReceivePage() {
  const { id = '' } = useParams()
  const mayReceive = useCan('purchaseOrders.edit')
  const { query, saved } = useSavedRecord(purchasingApi.getPurchaseOrder, id)
  const { round, onReload } = useRounds(id, query)
  if (!mayReceive) return <NoRight title={title} place={purchasePlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={purchasePlace} title={title} isForm>
      {(found) => <OpenedReceipt key={round} latest={found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedReceiptProps = { latest: PurchaseOrder; onReload: () => void }

/** Keeps the order as it was opened as the base, even if it is refetched meanwhile. */
function OpenedReceipt({ latest, onReload }: OpenedReceiptProps) {
  const [order] = useState(latest)
  const why = order.transitions.find(({ action }) => action === 'receive')?.reason
  if (why) return <NothingToReceive order={order} why={why} />
  return <ReceiveForm order={order} onReload={onReload} />
}

function ReceiveForm({ order, onReload }: { order: PurchaseOrder; onReload: () => void }) {
  const today = useToday()
  /** What the receiver has seen of it. */
  const [base, setBase] = useState(order)
  const form = useForm<ReceiveValues>({
    resolver: receiveResolver,
    mode: 'onTouched',
    defaultValues: newReceipt(order, today),
  })
  const draft = useDraft(`receipt:${order.id}`, form, (typed) => receiptOfDraft(order, today, typed))
  const { errors, isDirty } = form.formState
  const { fields, insert, remove, replace } = useFieldArray({ control: form.control, name: 'parts' })
  const parts = useWatch({ control: form.control, name: 'parts' })
  const refusal = useFormRefusal(form, (path) => receiveField(path, form.getValues()))
  const scans = useReceiveScans(base, () => form.getValues('parts'), replace)
  const navigate = useNavigate()
  const [savedTo, setSavedTo] = useState<string>()
  const receive = useApiMutation(purchasingApi.receive, {
    successMessage: ({ number, receipts, status }) =>
      `${receipts.at(-1)?.number ?? number} posted; ${number} is now ${status}`,
    onSuccess: () => {
      form.reset(form.getValues())
      draft.forget()
      setSavedTo(paths.purchaseOrder(order.id))
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { latest, latestStatus } = useRecordStatus(base, refusal.conflict)
  /** Refused where others have received since `over`. */
  const submit = (values: ReceiveValues, over: PurchaseOrder) =>
    receive.submit({ params: { id: order.id }, body: receiveBody(values), version: over.version })
  const conflict = useConflict({
    record: base,
    latest,
    latestStatus,
    merged: latest && { both: [], tables: receivedMeanwhile(base, latest, parts) },
    what: 'order',
    refusal,
    isDirty,
    isSaving: receive.isPending || savedTo !== undefined,
    overwrite: {
      label: 'Receive goods',
      does: 'Receive goods books what you entered as well. Check first that it is not the same delivery.',
    },
    onReload,
    onOverwrite: () => {
      if (!latest) return
      setBase(latest)
      void form.handleSubmit((values) => submit(values, latest), focusFirstInvalid)()
    },
  })
  const lines = base.orderLines.filter(({ id }) => parts.some(({ lineId }) => lineId === id))
  const count = parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const nothing = (errors.parts as { message?: string } | undefined)?.message ?? errors.parts?.root?.message

  /** Fills in all open quantities, for a complete delivery. */
  function takeAll() {
    replace(
      parts.map((part, at) => {
        const line = lines.find(({ id }) => id === part.lineId)
        const isFirst = parts.findIndex(({ lineId }) => lineId === part.lineId) === at
        if (!line || !isFirst || arrivingOf(line, parts) > 0) return part
        return { ...part, quantity: line.open || null }
      }),
    )
  }
  const posting = usePostingDate()
  return (
    <>
      <PageForm
        title={`Receive ${order.number}`}
        trail={
          <>
            <Link to={paths.purchaseOrders}>Purchase orders</Link>
            <Link to={paths.purchaseOrder(order.id)}>{order.number}</Link>
          </>
        }
        submitLabel="Receive goods"
        form={form}
        refusal={refusal}
        busy={receive.isPending}
        labels={{ receivedDate: 'Received on', deliveryNote: 'Delivery note', notes: 'Notes', parts: 'Goods' }}
        labelOf={(name) => rowLabel(name, { parts: 'Row' }, names)}
        notice={
          <>
            {draft.notice}
            {conflict.notice}
          </>
        }
        note={`${count.toLocaleString()} ${count === 1 ? 'piece' : 'pieces'} into ${order.location.name}`}
        wide
        savedTo={savedTo}
        onSubmit={(values) => submit(values, base)}
        discardLeaves
        onDiscard={() => void navigate(paths.purchaseOrder(order.id))}
      >
        <Card title="Delivery" help={`From ${order.supplier.name}`}>
          <div className="grid items-start gap-4 md:grid-cols-3">
            <FormTextField
              label="Received on"
              type="date"
              min={posting.min}
              help={posting.help}
              control={form.control}
              name="receivedDate"
            />
            <FormTextField
              label="Delivery note"
              autoComplete="off"
              help="Each delivery note can only be posted once."
              control={form.control}
              name="deliveryNote"
            />
            <FormTextField label="Notes" autoComplete="off" control={form.control} name="notes" />
          </div>
        </Card>
        <Card
          flush
          title="Received items"
          help="Enter the received quantities. Scan an item to add one; GS1 codes fill in lot and expiry date."
          action={
            <Button size="sm" onClick={takeAll}>
              Receive all
            </Button>
          }
        >
          {scans.notice && <div className="px-5 pb-3 max-md:px-4">{scans.notice}</div>}
          {nothing && (
            <p role="alert" className="px-5 pb-3 text-bad text-xs max-md:px-4">
              Enter a quantity for at least one line.
            </p>
          )}
          <div
            aria-hidden
            className={`hidden border-line border-t bg-subtle px-5 py-1.5 font-medium text-muted text-table ${receiveColumnsClass}`}
          >
            <span>Item</span>
            <span className="text-right">Outstanding</span>
            <span>Arrived</span>
            <span>Lot number</span>
            <span>Expiry date</span>
            <span className="text-center">No expiry</span>
            <span className="text-center">Damaged</span>
          </div>
          {lines.map((line) => (
            <ReceiveLine
              key={line.id}
              line={line}
              form={form}
              arriving={arrivingOf(line, parts)}
              places={fields.flatMap((field, at) => (parts[at]?.lineId === line.id ? [{ id: field.id, at }] : []))}
              onAdd={(after) => insert(after + 1, blankPart(line.id), { focusName: `parts.${after + 1}.quantity` })}
              onRemove={remove}
            />
          ))}
        </Card>
      </PageForm>
      {conflict.dialog}
    </>
  )
}

const names = { quantity: 'Quantity', lotNumber: 'Lot number', expiryDate: 'Expiry date' }

function NothingToReceive({ order, why }: { order: PurchaseOrder; why: string }) {
  return (
    <>
      <PageHeader title={`Receive ${order.number}`} />
      <Card>
        <EmptyState
          kind="no-permission"
          title="Nothing to receive"
          action={
            <Button asChild>
              <Link to={paths.purchaseOrder(order.id)}>Go to the order</Link>
            </Button>
          }
        >
          {why}
        </EmptyState>
      </Card>
    </>
  )
}
