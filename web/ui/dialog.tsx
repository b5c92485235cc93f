import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './class-names.ts'
import { useReturnFocus } from './return-focus.ts'

export const dialogWidths = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-200', xl: 'max-w-280' }

export type DialogProps = {
  open: boolean
  /** Called with false by Esc, the close button and a press outside; wrap it in `useCloseGuard` for forms. */
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  size?: keyof typeof dialogWidths
  /** Over every other dialog: a question that one of them has led to. */
  onTop?: boolean
  children: ReactNode
}

// A form begins at its first field; anything else at itself: on the close button Escape would only take its tooltip away.
const firstField = 'form :is(input, select, textarea):not(:disabled, [readonly])'

/**
 * A task on top of the page: focus stays in it and returns to where it came from. Where it has no field to begin at, Enter is
 * its button with `data-enter`.
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
                <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
                {description && <Radix.Description className="text-secondary">{description}</Radix.Description>}
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

/** The middle of a dialog. A form goes around DialogBody and DialogFooter. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('flex flex-col gap-4 px-6 pb-6 max-md:px-4', className)}>{children}</div>
}

/** The buttons of a dialog, the one to press last; they stay in sight while a long form scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 flex flex-wrap justify-end gap-2 rounded-b-lg border-line border-t bg-overlay px-6 py-4 max-md:px-4">
      {children}
    </footer>
  )
}

/** The veil under a dialog. Above the dialog it leaves room for a toast (styles/toasts.css). */
export const overlayClass =
  'fixed inset-0 z-40 flex items-start justify-center bg-scrim p-4 pt-[calc(max(1rem,10vh)+env(safe-area-inset-top))] pb-6 data-[state=open]:animate-fade'

/** The panel of a dialog. A tall one scrolls, and keeps away from the window's edges. A name that is one long word is broken in it. */
export const panelClass =
  'wrap-anywhere relative max-h-full w-full scroll-pb-24 overflow-y-auto rounded-lg bg-overlay text-sm text-primary shadow-overlay outline-none forced-colors:border data-[state=open]:animate-rise'
