import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './class-names.ts'
import { useReturnFocus } from './return-focus.ts'
import { unbrokenNumbers, unbrokenNumbersIn } from './table/unbroken-numbers.tsx'

export const dialogWidths = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-200', xl: 'max-w-280' }

export type DialogProps = {
  open: boolean
  /** Called with false on Esc, the close button or a click outside; for forms, wrap it in `useCloseGuard`. */
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  size?: keyof typeof dialogWidths
  /** Above all other dialogs: for a question that another dialog has raised. */
  onTop?: boolean
  children: ReactNode
}

// A form's initial focus is its first field; otherwise the panel: on the close button, Escape would only close the
// button's tooltip.
const firstField = 'form :is(input, select, textarea):not(:disabled, [readonly])'

/**
 * A modal dialog with a focus trap; the focus returns afterwards. Without a field to focus, Enter presses the button with
 * `data-enter`.
 */
export function Dialog({ open, onOpenChange, title, description, size = 'md', onTop = false, children }: DialogProps) {
  const panel = useRef<HTMLDivElement>(null)
  const focus = useReturnFocus(() => panel.current?.querySelector<HTMLElement>(firstField) ?? panel.current)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay data-dialog className={cn(overlayClass, onTop && 'z-60')}>
          <Radix.Content
            {...focus}
            ref={panel}
            className={cn(panelClass, dialogWidths[size])}
            onKeyDown={({ key, target }) => {
              if (key === 'Enter' && target === panel.current)
                panel.current?.querySelector<HTMLElement>('[data-enter]:not(:disabled)')?.click()
            }}
            {...(!description && { 'aria-describedby': undefined })}
          >
            <header className="flex items-start gap-4 px-6 pt-5 pb-4 max-md:px-4">
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <Radix.Title className="font-semibold text-base">{unbrokenNumbers(title)}</Radix.Title>
                {description && (
                  <Radix.Description className="text-secondary">{unbrokenNumbersIn(description)}</Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <IconButton label="Close" size="sm" className="-mt-1 -mr-2">
                  <X aria-hidden />
                </IconButton>
              </Radix.Close>
            </header>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The body of a dialog. In a form dialog, the form wraps DialogBody and DialogFooter. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('flex flex-col gap-4 px-6 pb-6 max-md:px-4', className)}>{children}</div>
}

/** The buttons of a dialog, the primary one last; they stay visible while a long form scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 flex flex-wrap justify-end gap-2 rounded-b-lg border-line border-t bg-overlay px-6 py-4 max-md:px-4">
      {children}
    </footer>
  )
}

/** The backdrop of a dialog, with room for a toast above the panel (styles/toasts.css). */
export const overlayClass =
  'fixed inset-0 z-40 flex items-start justify-center bg-scrim p-4 pt-[calc(max(1rem,10vh)+env(safe-area-inset-top))] pb-6 data-[state=open]:animate-fade'

/** The panel of a dialog. A tall one scrolls and keeps a margin to the window; long words wrap. */
export const panelClass =
  'wrap-anywhere relative max-h-full w-full scroll-pb-24 overflow-y-auto rounded-lg bg-overlay text-sm text-primary shadow-overlay outline-none forced-colors:border data-[state=open]:animate-rise'
