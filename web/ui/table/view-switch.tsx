import type { ReactNode } from 'react'
import { cn } from '#web/ui/class-names.ts'

export type ViewSwitchProps<V extends string> = {
  views: readonly { id: V; label: string; icon: ReactNode }[]
  value: V
  onChange: (view: V) => void
}

/** Switches between layouts of the same rows: list, map. The page keeps the value, preferably in the URL. */
export function ViewSwitch<V extends string>({ views, value, onChange }: ViewSwitchProps<V>) {
  return (
    <fieldset aria-label="View" data-chrome className="flex rounded-md border border-line-control/50 bg-card p-0.5">
      {views.map(({ id, label, icon }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === value}
          title={label}
          onClick={() => onChange(id)}
          className={cn(
            'inline-flex h-6.5 items-center gap-1.5 rounded-sm px-2.5 font-medium text-secondary text-table hover:text-primary in-[.touch]:h-11 max-md:gap-1 max-md:px-2 [&_svg]:size-4',
            id === value && 'bg-subtle-strong text-primary forced-colors:bg-[Highlight]',
          )}
        >
          {icon}
          <span className="max-2xl:sr-only">{label}</span>
        </button>
      ))}
    </fieldset>
  )
}
