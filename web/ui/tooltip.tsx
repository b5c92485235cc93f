import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type TooltipProps = { text: ReactNode; children: ReactNode; side?: 'top' | 'right' | 'bottom' | 'left' }

/** A short hint on hover and focus; never the only place for information. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onEscapeKeyDown={passOn}
            className="z-60 max-w-64 animate-fade rounded-md bg-primary px-2 py-1 text-page text-xs"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** Escape should also close the open dialog: dispatch it again once the tooltip has closed. */
function passOn({ target }: KeyboardEvent) {
  if (!document.querySelector(':is([role=dialog], [role=alertdialog])[data-state=open]')) return
  setTimeout(() =>
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  )
}
