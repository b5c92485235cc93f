import { type FormEvent, useState } from 'react'
import { addDays, businessDate } from '#shared/dates.ts'
import { maxDaysAhead, type Tracking, trackingApi } from '#shared/logistics/tracking/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { callByLink } from './ask.ts'

type Props = { tracking: Tracking; token: string; onChanged: (tracking: Tracking) => void }

/** Chooses another day after a failed delivery. */
export function NewDay({ tracking, token, onChanged }: Props) {
  const [first] = useState(() => addDays(businessDate(new Date(), tracking.timeZone), 1))
  const [date, setDate] = useState(first)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      onChanged((await callByLink(trackingApi.chooseDay, { token, date })).data)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      const why = problem.fields['date']
      setError(why ? `The day ${why}` : problem.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title="Choose another day">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <TextField
          label="Deliver on"
          type="date"
          min={first}
          max={addDays(first, maxDaysAhead - 1)}
          value={date}
          error={error}
          onChange={(event) => setDate(event.target.value)}
        />
        <Button type="submit" variant="primary" size="lg" busy={isBusy} className="self-start">
          Request this day
        </Button>
      </form>
    </Card>
  )
}
