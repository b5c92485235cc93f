import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { stripClass, useStrip } from '#web/ui/table/strip.ts'

type Tab = { id: string; label: string; count?: number; content: ReactNode }

export type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
  /**
   * Leaving a tab may ask for confirmation. Tabs then switch on click or Enter, not on focus, because the focus returns
   * to the tab after the dialog.
   */
  isGuarded?: boolean
}

/** Tabs; the page keeps the selected one, preferably in the URL. */
export function Tabs({ label, tabs, value, onChange, isGuarded = false }: TabsProps) {
  const strip = useStrip<HTMLDivElement>(value)
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      activationMode={isGuarded ? 'manual' : 'automatic'}
      data-tabs
      className="group/tabs flex min-w-0 flex-col gap-6 has-[[data-filter-bar]]:gap-1"
    >
      <Radix.List aria-label={label} data-chrome ref={strip} className={stripClass}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px flex h-10 shrink-0 group-has-[[data-filter-bar]]/tabs:h-8 items-center gap-2 border-transparent border-b-2 px-0.5 font-medium text-secondary -outline-offset-2 hover:text-primary data-[state=active]:border-accent data-[state=active]:text-primary"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures rounded-full bg-subtle-strong px-1.5 text-secondary text-xs">
                {tab.count.toLocaleString()}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
