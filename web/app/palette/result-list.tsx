import { Command } from 'cmdk'
import { type LucideIcon, Plus, Zap } from 'lucide-react'
import { createElement } from 'react'
import type { Entry, PaletteResults } from './use-results.ts'
import { iconOf } from '#web/app/shell/menu-icons.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

export type Choose = (entry: Entry) => void
type FoundListProps = { finds: PaletteResults; typed: string; choose: Choose }

/** The grouped results, or the reason why there are none. */
export function ResultList({ finds, typed, choose }: FoundListProps) {
  const { groups, isWaiting, error, retry } = finds
  const isNothing = groups.length === 0 && !isWaiting && !error
  return (
    <>
      <Command.List
        label="Found"
        className="max-h-[min(26rem,60dvh)] scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden"
      >
        {groups.map(({ heading, entries }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="pt-2 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
          >
            {entries.map((entry) => (
              <Command.Item
                key={entry.id}
                value={entry.id}
                onSelect={() => choose(entry)}
                className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-subtle-strong forced-colors:data-[selected=true]:bg-[Highlight]"
              >
                <Sign sign={entry.sign} />
                <span className="min-w-0 truncate font-medium">{entry.label}</span>
                {entry.secondary && (
                  <span className="ml-auto min-w-0 truncate pl-2 text-secondary text-table">{entry.secondary}</span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {error && <ErrorState className="py-6" title="The search failed" error={error} onRetry={retry} />}
      <div role="status" className="text-center text-secondary">
        {isWaiting && groups.length === 0 && <p className="px-4 py-8">Searching…</p>}
        {isNothing && (
          <>
            <p className="px-4 pt-8 font-semibold text-primary">
              {typed.length < 2 ? 'Type one more letter' : `Nothing found for “${typed}”`}
            </p>
            <p className="px-4 pt-1 pb-8">Search by name, number, SKU, barcode, email address or phone number.</p>
          </>
        )}
      </div>
    </>
  )
}

const signs: Record<string, LucideIcon> = { add: Plus, act: Zap }

const Sign = ({ sign }: { sign: Entry['sign'] }) =>
  createElement(signs[sign] ?? iconOf(sign), { 'aria-hidden': true, size: 16, className: 'shrink-0 text-muted' })
