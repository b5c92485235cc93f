import { useState } from 'react'
import { toast } from 'sonner'
import { Link, useNavigate, useParams } from 'react-router'
import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { maxPhotosPerReturn } from '#shared/sales/returns/return-photos.ts'
import { returnReasonNames, returnReasons } from '#shared/sales/returns/return-transitions.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Loaded } from '../loaded.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { usePortal } from '../portal-context.ts'
import { photosOfReturn, sendPhotos } from './send-photos.ts'
import { useDraft } from '../use-draft.ts'
import { useKeepPhotos, usePhotoDraft } from './use-photo-draft.ts'
import { pieces } from '../portal-words.ts'

type Reason = (typeof returnReasons)[number]
type Chosen = { quantity: number | null; reason: Reason | '' }
type Draft = { chosen: Record<string, Chosen>; notes: string }
const empty: Draft = { chosen: {}, notes: '' }
/** Reasons that a customer can choose; a refused parcel is recorded by others. */
const reasons = returnReasons.filter((reason) => reason !== 'refused')

/** Requests the return of delivered goods, by line and lot. */
export default function ReturnNewPage() {
  const { id = '' } = useParams()
  const { base, query } = usePortal()
  const navigate = useNavigate()
  const returnable = useApiQuery(portalReturnsApi.listReturnable, { params: { id }, query }, { untold: true })
  const { draft, change: write, clear } = useDraft<Draft>(`return-${id}`, empty)
  const { chosen, notes } = draft
  const { photos, change: setPhotos } = usePhotoDraft(`return-${id}`)
  const keepPhotos = useKeepPhotos()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const request = useApiMutation(portalReturnsApi.requestReturn, {
    errors: 'page',
    onError: (error: ApiError) => setProblem(Object.values(error.fields)[0] ?? error.message),
    successMessage: ({ number }) => `Return ${number} was requested`,
    onSuccess: async ({ id: returnId }) => {
      clear()
      setSending(true)
      // The return is already requested: store its photos under its own name in case they can't be sent now.
      await keepPhotos(photosOfReturn(returnId), photos ?? [])
      await setPhotos([])
      const { problem: failure, unsent } = await sendPhotos(returnId, photos ?? [])
      await keepPhotos(photosOfReturn(returnId), unsent)
      if (failure) toast.error(`The return was requested, but not every photo was sent. ${failure}`)
      else if (unsent.length > 0) toast.error('Not every photo was sent. Send them again from here.')
      void navigate(`${base}/returns`)
    },
  })
  return (
    <>
      <PageHeader
        title={returnable.data ? `Return goods of ${returnable.data.order.number}` : 'Return goods'}
        help="We’ll tell you how to send them back. Please wait for our answer."
        breadcrumbs={
          <Breadcrumbs>
            <Link to={`${base}/orders/${id}`}>{returnable.data?.order.number ?? 'Order'}</Link>
          </Breadcrumbs>
        }
      />
      <Loaded what="Products to return" query={returnable}>
        {({ lines }) => {
          const open = lines.filter((line) => line.returnable > 0)
          if (open.length === 0) return <EmptyState kind="nothing" title="Nothing from this order can be returned" />
          const submit = () => {
            const selectedLines = open.flatMap((line) => {
              const one = chosen[`${line.orderLineId} ${line.lot.id}`]
              return one?.quantity ? [{ line, ...one, quantity: one.quantity }] : []
            })
            if (selectedLines.length === 0) return setProblem('Enter how many pieces you want to return.')
            const gone = selectedLines.find(({ line }) => line.isProductDeleted)
            if (gone)
              return setProblem(`${gone.line.product.name}: no longer in our range. Remove its quantity to go on.`)
            const over = selectedLines.find(
              ({ line, quantity }) => !Number.isInteger(quantity) || quantity > line.returnable,
            )
            if (over) return setProblem(`${over.line.product.name}: at most ${pieces(over.line.returnable)}.`)
            const silent = selectedLines.find((one) => one.reason === '')
            if (silent) return setProblem(`${silent.line.product.name}: choose a reason.`)
            setProblem(undefined)
            request.submit({
              body: {
                orderId: id,
                notes,
                lines: selectedLines.map(({ line, quantity, reason }) => ({
                  orderLineId: line.orderLineId,
                  lotId: line.lot.id,
                  quantity,
                  reason: reason || 'other',
                })),
              },
            })
          }
          return (
            <form
              className="flex flex-col gap-5"
              onSubmit={(event) => {
                event.preventDefault()
                submit()
              }}
            >
              <Card title="Delivered">
                <ul className="flex flex-col divide-y divide-line">
                  {open.map((line) => {
                    const key = `${line.orderLineId} ${line.lot.id}`
                    const one = chosen[key] ?? { quantity: null, reason: '' }
                    const change = (part: Partial<Chosen>) => {
                      setProblem(undefined)
                      write({ chosen: { ...chosen, [key]: { ...one, ...part } } })
                    }
                    return (
                      <li key={key} className="flex flex-wrap items-end gap-4 py-3 first:pt-0">
                        <div className="min-w-0 flex-1 basis-60">
                          <p className="wrap-anywhere font-medium">{line.product.name}</p>
                          <p className="wrap-anywhere text-muted text-table">
                            {!line.lot.isNone && `Lot ${line.lot.number}, `}
                            {line.lot.expiryDate && `exp. ${formatDay(line.lot.expiryDate)}, `}
                            at most {pieces(line.returnable)}
                          </p>
                          {line.isProductDeleted && (
                            <p className="text-secondary text-table">No longer in our range. Ask us to take it back.</p>
                          )}
                        </div>
                        {/* A quantity entered before the product was deleted can still be changed or removed. */}
                        {(!line.isProductDeleted || key in chosen) && (
                          <>
                            <NumberField
                              className="w-28"
                              label="Quantity"
                              aria-label={`Quantity of ${line.product.name}${line.lot.isNone ? '' : `, lot ${line.lot.number}`}`}
                              value={one.quantity}
                              onChange={(quantity) => change({ quantity })}
                            />
                            <SelectField
                              className="w-48"
                              label="Reason"
                              value={one.reason}
                              onChange={(event) => change({ reason: event.target.value as Reason | '' })}
                            >
                              <option value="">Choose a reason</option>
                              {reasons.map((reason) => (
                                <option key={reason} value={reason}>
                                  {returnReasonNames[reason]}
                                </option>
                              ))}
                            </SelectField>
                          </>
                        )}
                      </li>
                    )
                  })}
                </ul>
              </Card>
              <TextAreaField
                label="What happened?"
                maxLength={2000}
                value={notes}
                onChange={(event) => write({ notes: event.target.value })}
              />
              <Card title="Photos" help="A photo of the damage or the label helps us to answer at once.">
                {photos && (
                  <PhotoPicker
                    photos={photos}
                    onChange={(next) => void setPhotos(next)}
                    maxCount={maxPhotosPerReturn}
                  />
                )}
              </Card>
              {problem && <Notice tone="bad">{problem}</Notice>}
              <Button
                type="submit"
                variant="primary"
                size="lg"
                className="self-start"
                busy={request.isPending || isSending}
              >
                Request return
              </Button>
            </form>
          )
        }}
      </Loaded>
    </>
  )
}
