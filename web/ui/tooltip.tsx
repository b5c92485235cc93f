import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type TooltipProps = { text: ReactNode; children: ReactNode; side?: 'top' | 'right' | 'bottom' | 'left' }

/** A short hint on hover and focus; never the only place where something is said. */
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
            className="z-60 max-w-64 animate-fade rounded-md bg-primary px-2 py-1 text-page text-xs"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
