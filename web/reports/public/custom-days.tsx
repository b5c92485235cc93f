import { type FormEvent, useState } from 'react'
import { type DateSpan, RangeQuery } from '#shared/reports/date-range.ts'
import type { RangeState } from './range-state.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Inputs for a custom first and last day. */
export function CustomDays({ state, shown }: { state: RangeState; shown: DateSpan | undefined }) {
  const { start = shown?.start ?? '', end = shown?.end ?? '' } = state.query
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const wanted = { start: String(typed.get('start')), end: String(typed.get('end')) }
    const { success, error } = RangeQuery.safeParse(wanted)
    setProblems(Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []))
    if (success) state.showDays(wanted)
  }

  return (
    <form
      key={`${start} ${end}`}
      noValidate
      data-chrome
      onSubmit={submit}
      className="flex flex-wrap items-start justify-end gap-3 max-md:justify-start"
    >
      <TextField
        label="From"
        type="date"
        name="start"
        defaultValue={start}
        error={problems['start'] && `The start ${problems['start']}`}
      />
      <TextField
        label="To"
        type="date"
        name="end"
        defaultValue={end}
        error={problems['end'] && `The end ${problems['end']}`}
      />
      <Button type="submit" className="mt-6.5">
        Show
      </Button>
    </form>
  )
}
