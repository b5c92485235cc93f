import { type Control, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { countsApi, CountScope, PlanCount } from '#shared/inventory/counts/api.ts'
import { abcClasses } from '#shared/inventory/counts/count.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { FormLoadedSelectField, FormNumberField, FormPicker, FormSwitchField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { linesOf } from './count-labels.ts'
import { CategoryPicker } from '#web/inventory/public/category-picker.tsx'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Values = {
  location: ComboboxOption | null
  zoneId: string
  category: ComboboxOption | null
  abcClass: '' | 'A' | 'B' | 'C'
  blind: boolean
  recountPercent: number | null
  recountPieces: number | null
  note: string
}

/** Counts with more lines should be divided: they can't be finished in a day. */
const manyLines = 2000

const scopeBody = ({ location, zoneId, category, abcClass }: Omit<Values, 'note'>) => ({
  locationId: location?.id,
  zoneId: zoneId || undefined,
  categoryId: category?.id,
  abcClass: abcClass || undefined,
})
const bodyOf = (values: Values) => ({
  ...scopeBody(values),
  blind: values.blind,
  recountPercent: values.recountPercent as number,
  recountPieces: values.recountPieces as number,
  note: values.note,
})
const fieldOf = (path: string) => (path === 'locationId' ? 'location' : path === 'categoryId' ? 'category' : path)

type PlanCountDialogProps = {
  /** The location that the calling page has preset. */
  location?: ComboboxOption
  onPlanned: (count: CountDocument) => void
  close: () => void
}

/** Plans a count: its scope and options, with a preview of how many lines it would have. */
export function PlanCountDialog({ location, onPlanned, close }: PlanCountDialogProps) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: PlanCount, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: {
      location: location ?? null,
      zoneId: '',
      category: null,
      abcClass: '',
      blind: true,
      recountPercent: 5,
      recountPieces: 2,
      note: '',
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const plan = useApiMutation(countsApi.planCount, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (count) => {
      toast.success(`${count.number} planned`)
      close()
      onPlanned(count)
    },
  })
  const { control } = form
  const values = useWatch({ control }) as Values
  return (
    <RecordDialog
      title="Plan a count"
      description="Choose a location, a category, a class or a combination. Lines matching all of them are counted."
      what="count"
      submitLabel="Plan count"
      form={form}
      refusal={refusal}
      busy={plan.isPending}
      onSubmit={(sent) => plan.submit({ body: bodyOf(sent) })}
      close={close}
    >
      <FieldRow>
        <FormPicker
          picker={LocationPicker}
          control={control}
          name="location"
          label="Location"
          onPicked={() => form.setValue('zoneId', '')}
        />
        <ZoneField control={control} locationId={values.location?.id} />
      </FieldRow>
      <FieldRow>
        <FormPicker picker={CategoryPicker} control={control} name="category" label="Category" />
        <FormSelectField label="Class" help="By annual usage value" control={control} name="abcClass">
          <option value="">All classes</option>
          {abcClasses.map((one) => (
            <option key={one} value={one}>
              {classWords[one]}
            </option>
          ))}
        </FormSelectField>
      </FieldRow>
      <Preview values={values} />
      <FormSwitchField
        control={control}
        name="blind"
        label="Blind count"
        help="Expected quantities are hidden until the review."
      />
      <FieldRow>
        <FormNumberField
          control={control}
          name="recountPercent"
          label="Recount tolerance"
          unit="%"
          inputMode="numeric"
        />
        <FormNumberField
          control={control}
          name="recountPieces"
          label="Recount tolerance, pieces"
          unit="pieces"
          inputMode="numeric"
          help="Lines that exceed both limits are counted again."
          errorName="This"
        />
      </FieldRow>
      <FormTextAreaField label="Note" rows={2} control={control} name="note" />
    </RecordDialog>
  )
}

const classWords = { A: 'A: 80% of the value', B: 'B: the next 15%', C: 'C: the rest' }

/** The zones of the chosen location. */
function ZoneField({ control, locationId }: { control: Control<Values>; locationId: string | undefined }) {
  const place = useApiQuery(placesApi.getLocation, { params: { id: locationId ?? '' } }, { enabled: !!locationId })
  const zones = locationId ? (place.data?.zones ?? []) : []
  return (
    <FormLoadedSelectField
      control={control}
      name="zoneId"
      label="Zone"
      {...(locationId && { query: place })}
      disabled={zones.length === 0}
      help={
        !locationId
          ? 'Choose a location first'
          : place.data && zones.length === 0
            ? 'This location has no zones'
            : undefined
      }
    >
      <option value="">All zones</option>
      {zones.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FormLoadedSelectField>
  )
}

/** Shows how many lines the count would have, as soon as a scope is chosen. */
function Preview({ values }: { values: Values }) {
  const scope = scopeBody(values)
  const isScope = CountScope.safeParse(scope).success
  const { data, error, isFetching, refetch } = useApiQuery(
    countsApi.previewCount,
    { query: scope },
    { enabled: isScope, untold: true, keepPrevious: true },
  )
  if (!isScope) return <Notice>Choose a scope to see the number of lines.</Notice>
  if (error && !data)
    return (
      <Notice
        tone="warn"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The number of lines could not be loaded.
      </Notice>
    )
  if (!data) return <Notice>Counting the lines…</Notice>
  const tone = data.lines === 0 || data.lines > manyLines ? 'warn' : 'info'
  return (
    <Notice tone={tone}>
      <span className={isFetching ? 'opacity-60' : ''}>
        {data.lines === 0 ? 'There is no stock in this scope.' : `${linesOf(data.lines)} to count at present.`}
        {data.lines > manyLines && ' This is a large count. Consider counting by zone or class.'}
      </span>
    </Notice>
  )
}
