import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Settings } from '#shared/settings/api.ts'
import { type NextNumber, numberingApi } from '#shared/settings/numbering-api.ts'
import { formatNumber, numberSeries, numberSeriesNames } from '#shared/settings/numbering.ts'
import { useApiQuery } from '#web/api/query.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { FirstNumberDialog } from './first-number-dialog.tsx'
import type { SettingsValues } from './settings-values.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormSection } from '#web/ui/form-layout.tsx'
import { phone, useMediaQuery } from '#web/ui/media-query.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The prefixes of document numbers, and the next number of each series. */
export function NumberingSection({ form, saved }: { form: UseFormReturn<SettingsValues>; saved: Settings }) {
  const { data, error, isFetching, refetch } = useApiQuery(numberingApi.listNextNumbers, {}, { untold: true })
  const typed = useWatch({ control: form.control, name: 'numbering' })
  const hideLabel = !useMediaQuery(phone)
  const [open, setOpen] = useState<NextNumber>()
  return (
    <FormSection
      title="Numbering"
      help="A new prefix applies from the next document; numbers already given stay. The next number can be changed until the first document of the year is numbered."
    >
      {error && !data && (
        <ErrorState
          what="Next numbers"
          className="py-6"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      <div className="flex flex-col gap-3">
        <div aria-hidden className={`hidden text-muted text-table md:grid ${columns}`}>
          <span>Document</span>
          <span>Prefix</span>
          <span>Next number</span>
        </div>
        {numberSeriesNames.map((series) => {
          const next = data?.data.find((one) => one.series === series)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
            <div
              key={series}
              role="group"
              aria-label={numberSeries[series].one}
              className={`grid grid-cols-[7rem_minmax(0,1fr)] items-start max-[22.5rem]:grid-cols-[5rem_minmax(0,1fr)] max-md:border-line max-md:border-t max-md:pt-3 ${columns}`}
            >
              <span className="flex items-center md:min-h-(--control) max-md:col-span-2 max-md:font-medium">
                {numberSeries[series].one}
              </span>
              <FormTextField
                label="Prefix"
                hideLabel={hideLabel}
                maxLength={8}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="[&_input]:uppercase"
                control={form.control}
                name={`numbering.${series}`}
              />
              <NextNumberCell
                next={next}
                isLabelled={!hideLabel}
                example={
                  next &&
                  data &&
                  formatNumber(typed[series].trim().toUpperCase() || saved.numbering[series], data.year, next.next)
                }
                isMissing={error !== null}
                label={`Change the next number of ${numberSeries[series].many.toLowerCase()}`}
                onChange={() => setOpen(next)}
              />
            </div>
          )
        })}
      </div>
      {open && data && (
        <FirstNumberDialog
          opened={open}
          year={data.year}
          prefix={saved.numbering[open.series]}
          close={() => setOpen(undefined)}
        />
      )}
    </FormSection>
  )
}

const columns = 'gap-3 md:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1.2fr)]'

type CellProps = {
  next: NextNumber | undefined
  example: string | undefined
  isLabelled: boolean
  isMissing: boolean
  label: string
  onChange: () => void
}

function NextNumberCell({ next, example, isLabelled, isMissing, label, onChange }: CellProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {isLabelled && <span className="font-medium text-sm">Next number</span>}
      <div className="flex min-h-(--control) items-center gap-1">
        <span className="figures wrap-anywhere min-w-0 text-secondary max-[22.5rem]:text-table">
          {example ?? (isMissing ? '–' : <Skeleton className="w-32" />)}
        </span>
        {next?.whyFixed === null && (
          <IconButton label={label} size="sm" onClick={onChange}>
            <Pencil aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  )
}
