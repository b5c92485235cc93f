import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { type NextNumber, numberingApi } from '#shared/settings/numbering-api.ts'
import { FirstNumber, formatNumber, numberSeries } from '#shared/settings/numbering.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = { opened: NextNumber; year: number; prefix: string; close: () => void }

/** Sets the first number of a series for this year, to continue from another program. Mount it to open it. */
export function FirstNumberDialog({ opened: { series, next: opened }, year, prefix, close }: Props) {
  const { one, many } = numberSeries[series]
  // Keeps the number as it was opened, even if another user changes it meanwhile.
  const [before, setBefore] = useState(opened)
  const [typed, setTyped] = useState(opened === 1 ? '' : String(opened))
  const [isSent, setSent] = useState(false)
  const queries = useQueryClient()
  const start = useApiMutation(numberingApi.setFirstNumber, {
    errors: 'page',
    onSuccess: (reply) => {
      // Updates the cache, so that reopening the dialog before the refetch shows and sends the new number.
      queries.setQueryData(
        apiQuery(numberingApi.listNextNumbers, {}).queryKey,
        (read) => read && { ...read, data: read.data.map((next) => (next.series === series ? reply : next)) },
      )
      const { next } = reply
      toast.success(`${many} begin at ${formatNumber(prefix, year, next)}`)
      close()
    },
    onError: ({ code, details }) => {
      if (code === 'VERSION_CONFLICT') setBefore((details as { next: number }).next)
    },
  })
  const digits = typed.trim()
  const read = FirstNumber.safeParse(/^\d+$/.test(digits) ? Number(digits) : Number.NaN)
  const refused = start.error?.fields['next']
  const wrong = digits === '' ? 'is required' : read.error?.issues[0]?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble from the dialog to the form that it was opened from.
    event.stopPropagation()
    focusFirstInvalid(undefined, event)
    setSent(true)
    if (read.success) start.submit({ params: { series }, body: { year, before, next: read.data } })
  }
  return (
    <Dialog
      open
      size="sm"
      title={`Next number: ${many.toLowerCase()}`}
      onOpenChange={(open) => !open && !start.isPending && close()}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {start.error && !refused && <Notice tone="bad">{start.error.message}</Notice>}
          <p className="text-pretty text-secondary">
            To continue the numbers of another program. It can be changed until the first {one.toLowerCase()} of {year}{' '}
            is numbered.
          </p>
          <TextField
            label="Next number"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              start.reset()
            }}
            error={sentence('Next number', isSent ? (wrong ?? refused) : refused)}
            help={
              read.success
                ? `The next ${one.toLowerCase()} will be ${formatNumber(prefix, year, read.data)}.`
                : `The first number of ${year}, without the prefix.`
            }
          />
        </DialogBody>
        <DialogFooter>
          <Button onMouseDown={keepFocus} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={start.isPending}>
            Set next number
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
