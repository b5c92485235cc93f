import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { settableProspectStatuses } from '#shared/crm/prospect-moves.ts'
import { prospectsApi } from '#shared/crm/prospects-api.ts'
import { type BulkRow, useBulk } from '#web/api/bulk.ts'
import { BulkResult } from '#web/api/bulk-result.tsx'
import { call } from '#web/api/client.ts'
import { prospectReads } from '#web/crm/pipeline-reads.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type ProspectBulkProps = {
  rows: readonly BulkRow[]
  onClear: () => void
  onSelectAll: (() => void) | undefined
  selectAllLabel: string
}

const people = (count: number) => (count === 1 ? '1 prospect' : `${count.toLocaleString()} prospects`)

/** Gives the ticked prospects a status or a follow-up date, each by its own call. */
export function ProspectBulk({ rows, onClear, ...bar }: ProspectBulkProps) {
  const bulk = useBulk()
  const [dating, setDating] = useState(false)
  function start(label: string, act: (row: BulkRow) => Promise<unknown>) {
    void bulk.start({
      label,
      rows,
      invalidates: prospectReads,
      act,
      onFinished: ({ done, failed }) => {
        if (done.length > 0) toast.success(`${people(done.length)} updated`)
        if (failed.length === 0) onClear()
      },
    })
  }
  const setStatus = (status: (typeof settableProspectStatuses)[number]) =>
    start(`Set status ${status}`, ({ id }) =>
      call(prospectsApi.setStatus, { params: { id }, body: { status } }, { quiet: true }),
    )
  const setDate = (date: string | null) => {
    setDating(false)
    start('Set follow-up date', ({ id }) =>
      call(prospectsApi.setFollowUp, { params: { id }, body: { date } }, { quiet: true }),
    )
  }
  return (
    <>
      <BulkBar count={rows.length} onClear={onClear} {...bar}>
        <Menu
          align="start"
          trigger={
            <Button size="sm">
              Set status
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {settableProspectStatuses.map((status) => (
            <MenuItem key={status} onSelect={() => setStatus(status)}>
              {status}
            </MenuItem>
          ))}
        </Menu>
        <Button size="sm" onClick={() => setDating(true)}>
          Set follow-up date
        </Button>
      </BulkBar>
      {dating && <DateDialog count={rows.length} onChoose={setDate} close={() => setDating(false)} />}
      {bulk.run && <BulkResult run={bulk.run} retry={bulk.retry} close={bulk.close} />}
    </>
  )
}

type DateDialogProps = { count: number; onChoose: (date: string | null) => void; close: () => void }

function DateDialog({ count, onChoose, close }: DateDialogProps) {
  const [date, setDate] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onChoose(date || null)
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title="Set follow-up date"
      description={`Of ${people(count)}.`}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            label="Follow-up date"
            type="date"
            help="Empty: they have no date any more."
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            Set follow-up date
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
