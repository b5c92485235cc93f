import type { Tutorial } from './tutorial.ts'
import { cn } from '#web/ui/class-names.ts'

type StepDotsProps = { steps: Tutorial; at: number; onGoTo: (at: number) => void }

/** One dot per step: shows the current step and links to the others. */
export function StepDots({ steps, at, onGoTo }: StepDotsProps) {
  return (
    <div role="group" aria-label="Steps" className="-ml-2 flex">
      {steps.map(({ title }, step) => (
        <button
          key={title}
          type="button"
          aria-label={`Step ${step + 1}: ${title}`}
          aria-current={step === at ? 'step' : undefined}
          onClick={() => onGoTo(step)}
          className="group flex size-6 in-[.touch]:size-12 items-center justify-center rounded-full"
        >
          <span
            aria-hidden
            data-dot
            className={cn(
              'h-2 rounded-full transition-[width,background-color] duration-150',
              step === at ? 'w-4 bg-accent' : 'w-2 bg-line-control group-hover:bg-secondary forced-colors:opacity-50',
            )}
          />
        </button>
      ))}
    </div>
  )
}
