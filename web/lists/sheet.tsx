import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/return-focus.ts'

type SheetProps = {
  title: string
  /** Called on Esc, the close button or a tap on the backdrop. */
  close: () => void
  children: ReactNode
  /** Buttons, always visible below the scrolled content. */
  footer: ReactNode
}

/** Bottom sheet: a dialog at the bottom of a phone's screen, with a focus trap; the focus returns afterwards. */
export function Sheet({ title, close, children, footer }: SheetProps) {
  const panel = useRef<HTMLDivElement>(null)
  const focus = useReturnFocus(() => panel.current)
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay data-dialog className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...focus}
          ref={panel}
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-40 flex max-h-[85dvh] flex-col rounded-t-lg bg-overlay pb-[env(safe-area-inset-bottom)] text-primary text-sm shadow-overlay outline-none transition-transform duration-180 starting:translate-y-full forced-colors:border"
        >
          <header className="flex items-center justify-between gap-4 px-4 pt-3 pb-2">
            <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" size="sm" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="flex flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
          <footer className="flex gap-2 border-line border-t px-4 py-3 [&>*]:flex-1">{footer}</footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
