import { useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { whyDeleted } from '#shared/http/why-deleted.ts'
import { returnReasonNames, returnReasons } from '#shared/sales/returns/return-transitions.ts'
import { type Returnable, returnsApi } from '#shared/sales/returns/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { problemOfLines } from '#web/forms/numbered-line.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import { EditedLine, LineHead, LinesEditor } from '#web/documents/lines-editor.tsx'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { returnProgress } from './return-progress.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ChooseReturnOrder } from './choose-return-order.tsx'
import { returnBody, returnField, returnLabel, returnOfDraft, type ReturnValues } from './return-values.ts'
import { returnTrail } from './return-trail.tsx'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { orderPlace, returnPlace } from '#web/records/record-places.ts'

const title = 'New return'

/** Requests a return; `?order=<id>` is its order. */
export default function ReturnNewPage() {
  const [params, setParams] = useSearchParams()
  const order = params.get('order') ?? ''
  const mayWrite = useCan('invoices.edit')
  const query = useApiQuery(
    returnsApi.listReturnable,
    { params: { id: order } },
    { enabled: order !== '' && mayWrite, untold: true },
  )
  if (!mayWrite) return <NoRight title={title} place={returnPlace} />
  if (order === '') return <ChooseReturnOrder onChoose={(id) => setParams({ order: id })} />
  return (
    <RecordGate query={query} place={orderPlace} title={title}>
      {(found) => <ReturnForm key={order} from={found} />}
    </RecordGate>
  )
}

function ReturnForm({ from }: { from: Returnable }) {
  const open = from.lines.filter(({ returnable }) => returnable > 0)
  const start: ReturnValues = {
    notes: '',
    lines: open.map(({ orderLineId, lot, returnable }) => ({
      orderLineId,
      lotId: lot.id,
      quantity: from.isWhole ? returnable : null,
      reason: from.isWhole ? 'refused' : '',
      note: '',
    })),
  }
  const bodyOf = returnBody(from.order.id)
  const resolver: Resolver<ReturnValues> = (values, context, options) =>
    bodyResolver<ReturnValues>({ schema: returnsApi.createReturn.spec.body, bodyOf, fieldOf: returnField(values) })(
      values,
      context,
      options,
    )
  const form = useForm<ReturnValues>({ resolver, mode: 'onTouched', defaultValues: start })
  const draft = useDraft(`return:${from.order.id}`, form, (typed) => returnOfDraft(start, typed))
  const refusal = useFormRefusal(form, (path) => returnField(form.getValues())(path))
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(returnsApi.createReturn, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ id, number }) => {
      toast.success(`${number} requested`)
      form.reset(form.getValues())
      draft.forget()
      setSavedTo(paths.return(id))
    },
  })
  const nothing = problemOfLines(form.formState.errors)
  const units = useWatch({ control: form.control, name: 'lines' }).reduce(
    (sum, { quantity }) => sum + (quantity || 0),
    0,
  )
  if (open.length === 0) return <NothingLeft from={from} />
  return (
    <DocumentForm
      title={`Return of ${from.order.number}`}
      place={returnPlace}
      cancelTo={paths.order(from.order.id)}
      submitLabel="Save return"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      notice={draft.notice}
      labels={{ lines: 'Goods', notes: 'Notes' }}
      labelOf={(name) => returnLabel(name, open)}
      progress={returnProgress({ status: 'Requested', timeline: [] })}
      facts={[
        { label: 'Customer', value: from.account.name },
        { label: 'Order', value: <Link to={paths.order(from.order.id)}>{from.order.number}</Link> },
        { label: 'Units', value: units.toLocaleString(), isAmount: true },
      ]}
      rail={{
        party: (
          <Card title="Details">
            <FormTextAreaField control={form.control} name="notes" label="Notes" rows={3} />
          </Card>
        ),
      }}
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: bodyOf(values) })}
      onDiscard={() => {
        form.reset(start)
        draft.forget()
      }}
    >
      {from.isWhole && (
        <Notice title="Failed delivery">
          The whole parcel is returned. Completing the return closes the order as returned.
        </Notice>
      )}
      <LinesEditor
        title="Goods"
        help={`What ${from.account.name} returns, by lot.`}
        columns={[
          { header: 'Product', width: 'minmax(0,1.2fr)' },
          { header: 'Qty returned', width: '7rem', isNumber: true },
          { header: 'Reason', width: '10rem' },
          { header: 'Note', width: 'minmax(0,1fr)' },
        ]}
        isFixed
        foot={
          nothing && (
            <p role="alert" className="text-bad text-xs">
              {nothing.startsWith('needs') ? 'Enter a quantity for at least one line.' : sentence('Goods', nothing)}
            </p>
          )
        }
      >
        {open.map((line, at) => (
          <EditedLine key={`${line.orderLineId} ${line.lot.id}`} label={line.product.name}>
            <LineHead>
              <ReturnedGoods line={line} isWhole={from.isWhole} />
            </LineHead>
            <FormNumberField
              control={form.control}
              name={`lines.${at}.quantity`}
              label="Qty returned"
              errorName="Quantity"
              inputMode="numeric"
              placeholder="0"
              readOnly={from.isWhole}
            />
            <FormSelectField control={form.control} name={`lines.${at}.reason`} label="Reason">
              <option value="">Choose…</option>
              {returnReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {returnReasonNames[reason]}
                </option>
              ))}
            </FormSelectField>
            <FormTextField
              control={form.control}
              name={`lines.${at}.note`}
              label="Note"
              autoComplete="off"
              className="carded:col-span-2"
            />
          </EditedLine>
        ))}
      </LinesEditor>
    </DocumentForm>
  )
}

type ReturnedGoodsProps = { line: Returnable['lines'][number]; isWhole: boolean }

/** Product and lot, and how many pieces can be returned. */
function ReturnedGoods({
  line: { product, lot, returnable, delivered, isProductDeleted },
  isWhole,
}: ReturnedGoodsProps) {
  return (
    <p className="font-medium">
      {product.name}
      <span className="block font-normal text-muted text-xs">
        {product.sku}
        {!lot.isNone && `, lot ${lot.number}`}
        {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}
      </span>
      <span className="block font-normal text-muted text-xs">
        {returnable === delivered
          ? `${delivered.toLocaleString()} ${isWhole ? 'in the parcel' : 'delivered'}`
          : `${returnable.toLocaleString()} of ${delivered.toLocaleString()} still with the customer`}
      </span>
      {isProductDeleted && <span className="block font-normal text-warn text-xs">{whyDeleted([product.name])}</span>}
    </p>
  )
}

function NothingLeft({ from }: { from: Returnable }) {
  return (
    <>
      <PageHeader title={`Return of ${from.order.number}`} breadcrumbs={returnTrail} />
      <Card>
        <EmptyState
          kind="no-match"
          title="Nothing to return"
          action={
            <Button asChild>
              <Link to={paths.returns}>Back to returns</Link>
            </Button>
          }
        >
          {from.lines.length === 0
            ? 'Its goods have not been delivered.'
            : 'Everything delivered has already been returned or requested.'}
        </EmptyState>
      </Card>
    </>
  )
}
