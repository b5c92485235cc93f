import { Controller, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import type { Order } from '#shared/sales/api.ts'
import { type LineLot, lineLotsApi } from '#shared/sales/line-lots-api.ts'
import type { Call } from '#shared/http/route.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordDialog } from '#web/api/record-dialog.tsx'
import { afterOrderChange } from '#web/sales/order-changes.ts'
import { writeDay } from '#web/ui/business-day.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Line = Order['orderLines'][number]
type Body = Call<(typeof lineLotsApi.chooseLots)['spec']>['body']
type Values = { quantities: (number | null)[]; reason: string }
type ChooseLotsProps = { order: Order; line: Line; close: () => void }

const { listLineLots, chooseLots } = lineLotsApi

/** Picks a line from other lots than those that expire first; each lot that can't be picked says why. */
export function ChooseLotsDialog(props: ChooseLotsProps) {
  const params = { id: props.order.id, lineId: props.line.id }
  const { data, error, isFetching, refetch } = useApiQuery(listLineLots, { params })
  // What is free changes while the dialog is open elsewhere: it opens with what is true now.
  if (data && !isFetching) return <Choice {...props} lots={data.data} mayChoose={data.mayChoose} />
  return (
    <Dialog open title="Choose lots" description={props.line.product.name} onOpenChange={props.close}>
      <DialogBody>
        {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <SkeletonText lines={4} />}
      </DialogBody>
    </Dialog>
  )
}

function Choice({ order, line, lots, mayChoose, close }: ChooseLotsProps & { lots: LineLot[]; mayChoose: boolean }) {
  const open = lots.filter((lot) => lot.whyNot === null || lot.held > 0)
  const closed = lots.filter((lot) => lot.whyNot !== null && lot.held === 0)
  const taken = (quantities: Values['quantities']) =>
    open.flatMap((lot, at) => ((quantities[at] ?? 0) !== 0 ? [{ lot, at, quantity: quantities[at] as number }] : []))
  const bodyOf = ({ quantities, reason }: Values) => ({
    takings: taken(quantities).map(({ lot, quantity }) => ({
      locationId: lot.location.id,
      lotId: lot.lotId,
      quantity,
    })),
    reason,
  })
  const form = useForm<Values>({
    resolver: bodyResolver({
      schema: chooseLots.spec.body,
      bodyOf,
      fieldOf: (path) => fieldOf(path, []),
    }),
    mode: 'onTouched',
    defaultValues: { quantities: open.map(({ held }) => held || null), reason: '' },
  })
  const rows = () => taken(form.getValues('quantities')).map(({ at }) => at)
  const refusal = useFormRefusal(form, (path) => fieldOf(path, rows()))
  const save = useApiMutation(chooseLots, {
    errors: 'page',
    invalidates: [...afterOrderChange, listLineLots],
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(`Lots of ${line.product.name} chosen`)
      close()
    },
  })
  const quantities = useWatch({ control: form.control, name: 'quantities' })
  const total = quantities.reduce<number>((sum, one) => sum + (one || 0), 0)
  const isFefo = open.every((lot, at) => (quantities[at] ?? 0) === lot.proposed)
  return (
    <RecordDialog
      title="Choose lots"
      description={`${line.product.name}: ${line.quantity.toLocaleString()} pieces for ${order.number}`}
      what="order"
      submitLabel="Use these lots"
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params: { id: order.id, lineId: line.id }, body: bodyOf(values) as Body })}
      close={close}
    >
      <ul aria-label="Lots to pick from" className="flex flex-col gap-3">
        {open.map((lot, at) => (
          <li key={`${lot.lotId} ${lot.location.id}`} className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-4">
            <LotWords lot={lot} />
            <Controller
              control={form.control}
              name={`quantities.${at}`}
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  label={`Pieces of lot ${lot.lotNumber} at ${lot.location.name}`}
                  hideLabel
                  unit="pieces"
                  inputMode="numeric"
                  error={sentence('Pieces', fieldState.error?.message)}
                />
              )}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="figures text-secondary text-table">
        {total.toLocaleString()} of {line.quantity.toLocaleString()} chosen
      </p>
      {!isFefo && (
        <>
          {!mayChoose && (
            <Notice tone="warn">Another lot than the first to expire needs the right to edit the inventory.</Notice>
          )}
          <TextAreaField
            label="Reason"
            required
            rows={2}
            help="Why not the lot that expires first. Kept with the order."
            {...form.register('reason')}
            error={sentence('Reason', form.formState.errors.reason?.message)}
          />
        </>
      )}
      {closed.length > 0 && (
        <section aria-label="Not to be picked" className="flex flex-col gap-2 border-line border-t pt-4">
          <h3 className="font-medium text-secondary text-table">Not to be picked</h3>
          <ul className="flex flex-col gap-2">
            {closed.map((lot) => (
              <li key={`${lot.lotId} ${lot.location.id}`}>
                <LotWords lot={lot} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </RecordDialog>
  )
}

function LotWords({ lot }: { lot: LineLot }) {
  const { lotNumber, location, expiryDate, free, proposed, whyNot } = lot
  return (
    <div className="flex min-w-0 flex-col text-table">
      <span className="font-medium">{lotNumber}</span>
      <span className="text-muted text-xs">
        {[
          expiryDate ? `expires ${writeDay(expiryDate)}` : 'does not expire',
          location.name,
          `${free.toLocaleString()} free`,
        ].join(' · ')}
      </span>
      {proposed > 0 && (
        <span className="text-good text-xs">First to expire: {proposed.toLocaleString()} from here</span>
      )}
      {whyNot && <span className="text-warn text-xs">{whyNot}</span>}
    </div>
  )
}

/** `rows` are the fields behind the takings that were sent; what is about all of them stands at the first. */
function fieldOf(path: string, rows: readonly number[]): string {
  const [name, at] = path.split('.')
  if (name !== 'takings') return path
  return `quantities.${at === undefined ? (rows[0] ?? 0) : (rows[Number(at)] ?? Number(at))}`
}
