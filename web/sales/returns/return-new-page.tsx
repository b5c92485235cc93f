import { useState } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import type { Call } from '#shared/http/route.ts'
import { type ReturnReason, returnReasonNames, returnReasons } from '#shared/sales/returns/return-transitions.ts'
import { type Returnable, returnsApi } from '#shared/sales/returns/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { problemOfLines } from '#web/forms/numbered-line.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ChooseReturnOrder } from './choose-return-order.tsx'
import { returnTrail } from './return-trail.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { orderPlace, returnPlace } from '#web/records/record-places.ts'

const title = 'New return'

/** Asks for goods to come back; `?order=<id>` says of which order. */
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

type Values = {
  notes: string
  lines: { orderLineId: string; lotId: string; quantity: number | null; reason: ReturnReason | ''; note: string }[]
}

/** Only what comes back is sent, by its place in the form. */
const sentOf = ({ lines }: Values) => lines.flatMap(({ quantity }, at) => (quantity ? [at] : []))
const bodyIn = (orderId: string) => (values: Values) =>
  ({
    orderId,
    notes: values.notes,
    lines: sentOf(values).map((at) => values.lines[at]),
  }) as Call<(typeof returnsApi.createReturn)['spec']>['body']
const fieldIn = (values: Values) => (path: string) =>
  path.replace(/^lines\.(\d+)/, (whole, at: string) => {
    const row = sentOf(values)[Number(at)]
    return row === undefined ? whole : `lines.${row}`
  })

function ReturnForm({ from }: { from: Returnable }) {
  const open = from.lines.filter(({ returnable }) => returnable > 0)
  const start: Values = {
    notes: '',
    lines: open.map(({ orderLineId, lot, returnable }) => ({
      orderLineId,
      lotId: lot.id,
      quantity: from.isWhole ? returnable : null,
      reason: from.isWhole ? 'refused' : '',
      note: '',
    })),
  }
  const bodyOf = bodyIn(from.order.id)
  const resolver: Resolver<Values> = (values, context, options) =>
    bodyResolver<Values>({ schema: returnsApi.createReturn.spec.body, bodyOf, fieldOf: fieldIn(values) })(
      values,
      context,
      options,
    )
  const form = useForm<Values>({ resolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, (path) => fieldIn(form.getValues())(path))
  const navigate = useNavigate()
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(returnsApi.createReturn, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ id, number }) => {
      toast.success(`${number} requested`)
      setSavedTo(paths.return(id))
    },
  })
  const { errors } = form.formState
  const nothing = problemOfLines(errors)
  if (open.length === 0) return <NothingLeft from={from} />
  return (
    <PageForm
      title={`Return of ${from.order.number}`}
      trail={<Link to={paths.returns}>Returns</Link>}
      submitLabel="Save return"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      labels={{ notes: 'Notes', lines: 'Goods' }}
      labelOf={(name) => labelOf(name, open)}
      wide
      rail={
        <Card>
          <TextAreaField
            label="Notes"
            rows={3}
            {...form.register('notes')}
            error={sentence('Notes', errors.notes?.message)}
          />
        </Card>
      }
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: bodyOf(values) })}
      discardLeaves
      onDiscard={() => void navigate(-1)}
    >
      {from.isWhole && (
        <Notice title="Failed delivery">
          The whole parcel is returned. Completing the return closes the order as returned.
        </Notice>
      )}
      <Card flush title="Goods" help={`What ${from.account.name} returns, by lot.`}>
        {nothing && (
          <p role="alert" className="px-5 pb-3 text-bad text-xs max-md:px-4">
            {nothing.startsWith('needs') ? 'Enter a quantity for at least one line.' : sentence('Goods', nothing)}
          </p>
        )}
        {open.map((line, at) => {
          const problems = errors.lines?.[at]
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in every browser
            <div
              key={`${line.orderLineId} ${line.lot.id}`}
              role="group"
              aria-label={line.product.name}
              className="grid items-start gap-3 border-line border-t px-5 py-4 max-md:grid-cols-2 max-md:px-4 md:grid-cols-[minmax(0,1.2fr)_7rem_12rem_minmax(0,1fr)]"
            >
              <p className="font-medium max-md:col-span-2 md:pt-1">
                {line.product.name}
                <span className="block font-normal text-muted text-xs">
                  {line.product.sku}
                  {!line.lot.isNone && `, lot ${line.lot.number}`}
                  {line.lot.expiryDate && `, expires ${formatDay(line.lot.expiryDate)}`}
                </span>
                <span className="block font-normal text-muted text-xs">
                  {line.returnable === line.delivered
                    ? `${line.delivered.toLocaleString()} delivered`
                    : `${line.returnable.toLocaleString()} of ${line.delivered.toLocaleString()} still with the customer`}
                </span>
              </p>
              <Controller
                control={form.control}
                name={`lines.${at}.quantity`}
                render={({ field, fieldState }) => (
                  <NumberField
                    label="Qty returned"
                    inputMode="numeric"
                    placeholder="0"
                    readOnly={from.isWhole}
                    {...field}
                    error={sentence('Quantity', fieldState.error?.message)}
                  />
                )}
              />
              <SelectField
                label="Reason"
                {...form.register(`lines.${at}.reason`)}
                error={problems?.reason && 'Choose a reason'}
              >
                <option value="">Choose…</option>
                {returnReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {returnReasonNames[reason]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="Note"
                autoComplete="off"
                className="max-md:col-span-2"
                {...form.register(`lines.${at}.note`)}
                error={sentence('Note', problems?.note?.message)}
              />
            </div>
          )
        })}
      </Card>
    </PageForm>
  )
}

/** `lines.0.reason` → "Gloves: Reason". */
function labelOf(name: string, lines: Returnable['lines']): string | undefined {
  const [, at, part = ''] = /^lines\.(\d+)(?:\.(.+))?$/.exec(name) ?? []
  const words: Record<string, string> = { quantity: 'Qty returned', reason: 'Reason', note: 'Note' }
  return at === undefined ? undefined : `${lines[Number(at)]?.product.name}: ${words[part] ?? part}`
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
