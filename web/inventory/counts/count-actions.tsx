import { Ban, FileDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { whyNotCount } from '#shared/inventory/counts/count-transitions.ts'
import { countsApi, sheetLines } from '#shared/inventory/counts/api.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { CancelCountDialog } from './cancel-count-dialog.tsx'
import { ApproveCountDialog } from './approve-count-dialog.tsx'
import { FinishCountDialog } from './finish-count-dialog.tsx'
import { useUnsent } from './unsent-counts.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'

type OpenDialog = 'finish' | 'approve' | 'cancel'

/** The available actions of a count: the primary action, the menu, and their dialogs. */
export function useCountActions(count: CountDocument) {
  const { id, status, lines } = count
  const [dialog, setDialog] = useState<OpenDialog>()
  const navigate = useNavigate()
  const mayEdit = useCan('inventory.edit')
  const mayApprove = useCan('inventory.delete')
  const unsent = useUnsent(id)
  const start = useApiMutation(countsApi.startCount, {
    onSuccess: () => void navigate(paths.stockCounting(id)),
  })
  const close = () => setDialog(undefined)
  const whyNotCancel = whyNotCount('cancel', count)

  let action: ReactNode = null
  if (status === 'PLANNED' && mayEdit) {
    action = (
      <Button variant="primary" busy={start.isPending} onClick={() => start.submit({ params: { id }, body: {} })}>
        Start counting
      </Button>
    )
  } else if (status === 'COUNTING' && mayEdit) {
    const isDone = lines.open === 0 && lines.recount === 0
    action = (
      <>
        <Button variant={isDone ? 'secondary' : 'primary'} asChild>
          <Link to={paths.stockCounting(id)}>Count</Link>
        </Button>
        <Button variant={isDone ? 'primary' : 'secondary'} onClick={() => setDialog('finish')}>
          Finish counting
        </Button>
      </>
    )
  } else if (status === 'REVIEW' && mayApprove) {
    action = (
      <Button variant="primary" onClick={() => setDialog('approve')}>
        Approve and post
      </Button>
    )
  }

  const canPrint = lines.total > 0 && lines.total <= sheetLines
  const menu = (canPrint || mayEdit) && (
    <Menu>
      {canPrint && (
        <MenuItem asChild>
          <a href={addressOf(countsApi.printCount, { params: { id } })} download>
            <FileDown aria-hidden />
            Print count sheet
          </a>
        </MenuItem>
      )}
      {mayEdit && (
        <>
          {canPrint && <MenuLine />}
          <MenuItem
            danger
            icon={<Ban aria-hidden />}
            disabled={whyNotCancel !== null}
            reason={whyNotCancel}
            onSelect={() => setDialog('cancel')}
          >
            Cancel count
          </MenuItem>
        </>
      )}
    </Menu>
  )

  const notice = (
    <>
      {unsent.length > 0 && (
        <Notice
          tone="warn"
          title={`${unsent.length === 1 ? 'One entry' : `${unsent.length} entries`} of this device not saved yet`}
          action={
            <Button size="sm" asChild>
              <Link to={paths.stockCounting(id)}>Review</Link>
            </Button>
          }
        >
          They are stored here and sent once you are online.
        </Notice>
      )}
      {status === 'REVIEW' && !mayApprove && (
        <Notice title="Waiting for approval">
          Needs approval by someone with delete permission for inventory. Lines can still be sent back for recount.
        </Notice>
      )}
    </>
  )

  const dialogs = (
    <>
      {dialog === 'finish' && <FinishCountDialog count={count} open={lines.open} close={close} />}
      {dialog === 'approve' && <ApproveCountDialog count={count} close={close} />}
      {dialog === 'cancel' && <CancelCountDialog count={count} close={close} />}
    </>
  )
  return { action, menu, notice, dialogs }
}
