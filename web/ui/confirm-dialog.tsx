import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { type DialogProps, dialogWidths, overlayClass, panelClass } from './dialog.tsx'
import { TextField } from './field.tsx'
import { useReturnFocus } from './return-focus.ts'
import { unbrokenNumbers } from './table/unbroken-numbers.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  /** The verb, as on the button that opened the dialog: "Delete product". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Width, for a dialog with a table. */
  size?: DialogProps['size']
  /** For actions that can't be undone: the word to type before the button is enabled, such as the record's number. */
  typed?: string
  /** While the consequences are still loading: the dialog then grows, and its buttons move. */
  disabled?: boolean
  busy?: boolean
  onConfirm: () => void
}

/** Confirms an action with consequences. The initial focus is on Cancel, so that Enter alone does no harm. */
export function ConfirmDialog({ open, onOpenChange, ...rest }: ConfirmDialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay data-dialog className={cn(overlayClass, 'z-50')}>
          <Question {...rest} />
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Question(props: Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    size = 'sm',
    typed,
    disabled = false,
    busy = false,
    onConfirm,
  } = props
  const [word, setWord] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const focus = useReturnFocus(() => cancel.current)
  return (
    <Radix.Content {...focus} className={cn(panelClass, dialogWidths[size], 'p-6 max-md:p-4')}>
      <Radix.Title className="font-semibold text-base">{unbrokenNumbers(title)}</Radix.Title>
      <Radix.Description asChild>
        <div className="mt-2 text-pretty text-secondary">{children}</div>
      </Radix.Description>
      {typed && (
        <TextField
          className="mt-4"
          label={`Type ${typed} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Radix.Cancel asChild>
          <Button ref={cancel}>{cancelLabel}</Button>
        </Radix.Cancel>
        <Button
          variant={danger ? 'danger' : 'primary'}
          disabled={disabled || (typed !== undefined && word.trim() !== typed)}
          busy={busy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </Radix.Content>
  )
}

type DiscardDialogProps = { open: boolean; setOpen: (open: boolean) => void; discard: () => void; children: ReactNode }

/** Asks whether to discard unsaved changes; the children explain what that means. */
export function DiscardDialog({ open, setOpen, discard, children }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={discard}
    >
      {children}
    </ConfirmDialog>
  )
}
