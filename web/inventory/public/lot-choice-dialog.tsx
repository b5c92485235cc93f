import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Emitted } from '#shared/http/event-names.ts'
import type { Access, Route } from '#shared/http/route.ts'
import { type byLine, type LineLot, LotChoice } from '#shared/inventory/stock/line-lot.ts'
import type { z } from 'zod'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import type { ApiError } from '#web/api/api-error.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Values = { quantities: (number | null)[]; reason: string }

type Spec<R extends z.ZodType> = {
  access: Access
  summary: string
  emits: readonly Emitted[]
  params: typeof byLine
  body: typeof LotChoice
  reply: R
  idempotency: 'required'
}

type LotChoiceProps<R extends z.ZodType> = {
  /** The query of the available lots. The dialog needs a fresh result, as availability changes elsewhere. */
  query: { data: { data: LineLot[] } | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  route: Route<Spec<R>>
  params: z.input<typeof byLine>
  /** The item, quantity and document number of the line. */
  name: string
  quantity: number
  number: string
  /** The kind of document as one word: "order". */
  what: string
  /** Whether the user may choose lots that expire later than others. */
  mayChoose: boolean
  close: () => void
}

/** Chooses the lots of one line, instead of those that expire first; lots that can't be chosen show why. */
export function LotChoiceDialog<R extends z.ZodType>(props: LotChoiceProps<R>) {
  const { data, error, isFetching, refetch } = props.query
  // Keeps the lots as loaded first, as a refetch would overwrite what the user has entered.
  const [opened, setOpened] = useState<LineLot[]>()
  if (!opened && data && !isFetching) setOpened(data.data)
  if (opened) return <Choice {...props} lots={opened} />
  return (
    <Dialog open title="Choose lots" description={props.name} onOpenChange={props.close}>
      <DialogBody>
        {error ? <ErrorState what="Lots" error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={4} />}
      </DialogBody>
    </Dialog>
  )
}

function Choice<R extends z.ZodType>(props: LotChoiceProps<R> & { lots: LineLot[] }) {
  const { lots, route, params, name, quantity, number, what, mayChoose, close } = props
  const open = lots.filter((lot) => lot.whyNot === null || lot.held > 0)
  const closed = lots.filter((lot) => lot.whyNot !== null && lot.held === 0)
  const taken = (quantities: Values['quantities']) =>
    open.flatMap((lot, at) => ((quantities[at] ?? 0) !== 0 ? [{ lot, at, quantity: quantities[at] as number }] : []))
  const bodyOf = ({ quantities, reason }: Values) => ({
    allocations: taken(quantities).map(({ lot, quantity: pieces }) => ({
      locationId: lot.location.id,
      lotId: lot.lotId,
      quantity: pieces,
    })),
    reason,
  })
  const rowsOf = (values: Values) => taken(values.quantities).map(({ at }) => at)
  const form = useForm<Values>({
    resolver: bodyResolver({
      schema: LotChoice,
      bodyOf,
      fieldOf: (path, values) => fieldOf(path, rowsOf(values)),
    }),
    mode: 'onTouched',
    defaultValues: { quantities: open.map(({ held }) => held || null), reason: '' },
  })
  const refusal = useFormRefusal(form, (path) => fieldOf(path, rowsOf(form.getValues())))
  const save = useApiMutation(route, {
    successMessage: () => `Lots of ${name} chosen`,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: close,
  })
  const quantities = useWatch({ control: form.control, name: 'quantities' })
  const total = quantities.reduce<number>((sum, one) => sum + (one || 0), 0)
  const isFefo = open.every((lot, at) => (quantities[at] ?? 0) === lot.proposed)
  return (
    <RecordDialog
      title="Choose lots"
      description={`${name}: ${quantity.toLocaleString()} pieces for ${number}`}
      what={what}
      submitLabel="Use these lots"
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params, body: bodyOf(values) })}
      close={close}
    >
      <ul aria-label="Lots to pick from" className="flex flex-col gap-3">
        {open.map((lot, at) => (
          <li key={`${lot.lotId} ${lot.location.id}`} className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-4">
            <LotWords lot={lot} />
            <FormNumberField
              control={form.control}
              name={`quantities.${at}`}
              label={`Pieces of lot ${lot.lotNumber} at ${lot.location.name}`}
              hideLabel
              unit="pieces"
              inputMode="numeric"
              errorName="Pieces"
            />
          </li>
        ))}
      </ul>
      <p role="status" className="figures text-secondary text-table">
        {total.toLocaleString()} of {quantity.toLocaleString()} chosen
      </p>
      {!isFefo && (
        <>
          {!mayChoose && (
            <Notice tone="warn">
              Only people who can edit the inventory can choose a lot other than the first to expire.
            </Notice>
          )}
          <FormTextAreaField
            label="Reason"
            required
            rows={2}
            help={`Why not the lot that expires first? Saved with the ${what}.`}
            control={form.control}
            name="reason"
          />
        </>
      )}
      {closed.length > 0 && (
        <section aria-label="Not available" className="flex flex-col gap-2 border-line border-t pt-4">
          <h3 className="font-medium text-secondary text-table">Not available</h3>
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
          expiryDate ? `expires ${formatDay(expiryDate)}` : 'does not expire',
          location.name,
          `${free.toLocaleString()} free`,
        ].join(' · ')}
      </span>
      {proposed > 0 && <span className="text-good text-xs">First expiring: {proposed.toLocaleString()} from here</span>}
      {whyNot && <span className="text-warn text-xs">{whyNot}</span>}
    </div>
  )
}

/** `rows`: the indexes of the fields of the `allocations` that were sent; an error about all of them is shown at the first. */
function fieldOf(path: string, rows: readonly number[]): string {
  const [name, at] = path.split('.')
  if (name !== 'allocations') return path
  return `quantities.${at === undefined ? (rows[0] ?? 0) : (rows[Number(at)] ?? Number(at))}`
}
