import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import { type BulkRow, useBulk } from './use-bulk-action.ts'
import { useBulkDelete } from './use-bulk-delete.ts'
import { type BulkActionPrompt, BulkActionDialog } from './bulk-action-dialog.tsx'
import { BulkResult } from './bulk-result.tsx'
import { BulkBar, type BulkBarProps } from '#web/ui/table/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { narrow, useMediaQuery } from '#web/ui/media-query.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

/** A bulk action of a list. */
export type BulkAction<Row> = {
  /** "Set active": on its button, above its result and on the button that confirms it. */
  label: string
  /** Actions with the same `menu` share one menu button. */
  menu?: string
  /** Title of the result, if the label is unclear outside its menu. */
  title?: string
  danger?: boolean
  /** The same call as for one row, with the row's idempotency key: `call(route, …, { quiet: true, idempotencyKey: key })`. */
  act: (row: BulkRow<Row>, key: string, answer: string) => Promise<unknown>
  /** Confirmation text: the consequences. */
  confirm?: string
  /** For actions that can't be undone: the word to type as a confirmation. */
  typed?: string
  /** Input to ask for first; its value is passed to each call. */
  question?: BulkActionPrompt
  /** A custom dialog, if one input is not enough. */
  dialog?: (dialogProps: {
    counted: string
    rows: readonly BulkRow<Row>[]
    onAnswer: (answer: string) => void
    close: () => void
  }) => ReactNode
  /** For deletions: the toast offers to restore the deleted records. */
  deletes?: DeletedKind
  /** Past participle for the toast, "updated" by default: "3 users suspended". */
  past?: string
}

/** Names and bulk actions of a list's rows. */
export type ListBulkOf<Row> = {
  /** "category" and, for `many`, "categories". */
  one: string
  many: string
  /** Bulk actions of the user; false for one that they may not use. Without any, selected rows can only be exported. */
  acts?: readonly (BulkAction<Row> | false)[]
  /** Buttons that don't change the rows: labels. */
  extra?: (rows: readonly BulkRow<Row>[]) => ReactNode
}

/** Confirmation text for deleting records that documents may refer to. */
export const deletionNote =
  'Records that are in use are kept and listed. You can undo this now, or restore it later from the deleted items.'

type ListBulkProps<Row> = Omit<BulkBarProps, 'children' | 'count'> & {
  of: ListBulkOf<Row>
  /** Export buttons. */
  file: ReactNode
  rows: readonly BulkRow<Row>[]
}

/** The toolbar for selected rows: bulk actions make one call per row and show the result of each. */
export function ListBulk<Row>({ of, file, rows, onClear, ...bar }: ListBulkProps<Row>) {
  const { one, many, acts: offered = [], extra } = of
  const bulk = useBulk()
  const [opened, setOpened] = useState<BulkAction<Row>>()
  const acts = offered.filter((act) => act !== false)
  // Take the current version of the action: options of its dialog may have loaded since.
  const openAction = opened && acts.find(({ label, menu }) => label === opened.label && menu === opened.menu)
  // To keep the bar in one row beside the export buttons.
  const isNarrow = useMediaQuery(narrow) && acts.length > 2
  const shown = isNarrow ? acts.slice(0, 1) : acts
  const rest = isNarrow ? acts.slice(1) : []
  const counted = (count: number) => (count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`)
  const remove = useBulkDelete(bulk, { many, counted })
  const close = () => setOpened(undefined)

  function start(chosen: BulkAction<Row>, answer = '') {
    close()
    const { label, title = label, deletes, past = 'updated' } = chosen
    const act = (row: BulkRow, key: string) => chosen.act(row as BulkRow<Row>, key, answer)
    if (deletes) return remove({ label, kind: deletes, rows, act, onFinished: onClear })
    void bulk.start({
      label: title,
      rows,
      act,
      onFinished: ({ done, failed }) => {
        if (done.length > 0) toast.success(`${counted(done.length)} ${past}`)
        if (failed.length === 0) onClear()
      },
    })
  }
  const choose = (act: BulkAction<Row>) => (act.confirm || act.question || act.dialog ? setOpened(act) : start(act))
  return (
    <>
      <BulkBar count={rows.length} onClear={onClear} {...bar}>
        {extra?.(rows)}
        {file}
        {shown.map((act, at) =>
          act.menu === undefined ? (
            <Button key={act.label} size="sm" {...(act.danger && { variant: 'danger' })} onClick={() => choose(act)}>
              {act.label}
            </Button>
          ) : (
            // A menu is placed where its first action would be.
            shown.findIndex(({ menu }) => menu === act.menu) === at && (
              <ActMenu
                key={act.menu}
                label={act.menu}
                acts={shown.filter(({ menu }) => menu === act.menu)}
                onChoose={choose}
              />
            )
          ),
        )}
        {rest.length > 0 && <ActMenu label="More" acts={rest} onChoose={choose} />}
      </BulkBar>
      {openAction?.question && (
        <BulkActionDialog
          question={openAction.question}
          title={openAction.title ?? openAction.label}
          of={counted(rows.length)}
          note={openAction.confirm}
          onAnswer={(answer) => start(openAction, answer)}
          close={close}
        />
      )}
      {openAction?.dialog?.({
        counted: counted(rows.length),
        rows,
        onAnswer: (answer) => start(openAction, answer),
        close,
      })}
      {openAction && !openAction.question && !openAction.dialog && (
        <ConfirmDialog
          open
          {...(openAction.danger && { danger: true })}
          {...(openAction.typed && { typed: openAction.typed })}
          onOpenChange={(open) => !open && close()}
          title={`${openAction.label} ${counted(rows.length)}?`}
          confirmLabel={`${openAction.label} ${rows.length === 1 ? one : many}`}
          onConfirm={() => start(openAction)}
        >
          {openAction.confirm}
        </ConfirmDialog>
      )}
      {bulk.run && <BulkResult run={bulk.run} retry={bulk.retry} close={bulk.close} />}
    </>
  )
}

type ActMenuProps<Row> = {
  label: string
  acts: readonly BulkAction<Row>[]
  onChoose: (act: BulkAction<Row>) => void
}

function ActMenu<Row>({ label, acts, onChoose }: ActMenuProps<Row>) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          {label}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {acts.map((act) => (
        <MenuItem key={act.label} {...(act.danger && { danger: true })} onSelect={() => onChoose(act)}>
          {act.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
