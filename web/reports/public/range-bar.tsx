import { type DateSpan, type RangePreset, rangeOf, rangePresets } from '#shared/reports/date-range.ts'
import type { RangeState } from './range-state.ts'
import { cn } from '#web/ui/class-names.ts'
import { useToday } from '#web/session/today.ts'
import { Select } from '#web/ui/input.tsx'

const names: Record<RangePreset, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': '365 days',
  all: 'All time',
}
const choices = [...rangePresets, 'custom'] as const
type Choice = (typeof choices)[number]
const nameOf = (choice: Choice) => (choice === 'custom' ? 'Custom' : names[choice])

/** The date range of a report. `shown`: the range of the displayed response. */
export function RangeBar({ state, shown }: { state: RangeState; shown: DateSpan | undefined }) {
  const today = useToday()
  const chosen: Choice = state.preset ?? 'custom'
  const choose = (choice: Choice) => {
    if (choice !== 'custom') state.showPreset(choice)
    else {
      // Also works before the first response.
      const { start, end } = shown ?? rangeOf(state.query, today, null)
      state.showDays({ start, end })
    }
  }
  return (
    <>
      <fieldset data-chrome className="flex rounded-md border border-line bg-card p-0.5 max-md:hidden">
        <legend className="sr-only">Period</legend>
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            onClick={() => choose(choice)}
            className={cn(
              'h-8 whitespace-nowrap rounded-sm px-2.5 font-medium text-table transition-colors duration-150',
              choice === chosen ? 'bg-subtle-strong text-primary' : 'text-secondary hover:text-primary',
            )}
          >
            {nameOf(choice)}
          </button>
        ))}
      </fieldset>
      <Select
        aria-label="Period"
        className="w-auto md:hidden"
        value={chosen}
        onChange={(event) => choose(event.target.value as Choice)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 'custom' || choice === 'all' ? nameOf(choice) : `Last ${nameOf(choice)}`}
          </option>
        ))}
      </Select>
    </>
  )
}
